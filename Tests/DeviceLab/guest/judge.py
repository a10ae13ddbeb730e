#!/usr/bin/env python3
"""Records with the release program in the guest, and judges what came out by other programs.

    judge.py SOURCE CAMERA FORMAT SIZE RATE SECONDS     one recording: prints a line, exit code 0 where all is well

A line goes to /vm/table too, for the host to show: source, format, frames expected, written and dropped, duration, verdict.
Frames and times are judged, never speed. But the guest is emulated, and on a busy host it loses frames for want of time:
a recording that dropped some is made again, up to twice, and the line tells how often.
"""

import json
import os
import subprocess
import sys
import tempfile

REC = os.environ["REC"]
ATTEMPTS = 3


def output_of(*command):
    """Standard output, and what was said; fails where the command did."""
    result = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True)
    return result.returncode, result.stdout, result.stderr.strip()


def decoded_times(path):
    """Presentation times of all pictures, as ffprobe decodes them."""
    code, text, said = output_of(
        "ffprobe", "-v", "error", "-select_streams", "v", "-show_entries", "frame=pts_time", "-of", "csv=p=0", path)
    if code != 0 or said:
        raise ValueError(f"ffprobe: {said or code}")
    return [float(line.strip(",")) for line in text.split() if line.strip(",")]


def record(source, camera, code, size, rate, seconds, path):
    """The receipt of a recording."""
    arguments = [
        "--camera", camera, "--camera-format", code, "--size", size, "--microphone", "none", "--max", f"{seconds}s",
        "--json"]
    # A loopback has its feeder's rate, whatever it says.
    if source != "v4l2loopback":
        arguments += ["--fps", rate]
    arguments.append(path)
    exit_code, text, said = output_of(REC, *arguments)
    if exit_code != 0:
        raise ValueError(f"rec ended with {exit_code}: {said}")
    return json.loads(text)


def faults(receipt, path, size, rate, seconds):
    """What is wrong with a recording, one line each."""
    video = receipt["video"]
    expected = round(seconds * rate)
    written, dropped = video["framesWritten"], video["framesDropped"]
    found = []
    if receipt["stopReason"] != "maximumDuration":
        found.append(f"it stopped because of {receipt['stopReason']}")
    if abs(written - expected) > 1:
        found.append(f"{written} frames instead of {expected}")
    if any(dropped.values()):
        found.append(f"dropped {dropped}")
    if abs(receipt["duration"] - seconds) > 1 / rate + 1e-6:
        found.append(f"{receipt['duration']:.3f} s instead of {seconds}")
    if video["codedSize"] != size:
        found.append(f"{video['codedSize']} instead of {size}")
    times = decoded_times(path)
    if len(times) != written:
        found.append(f"{len(times)} frames decode of {written}")
    if times and times[0] != 0:
        found.append(f"the first frame is at {times[0]} s")
    if any(second <= first for first, second in zip(times, times[1:])):
        found.append("times do not grow")
    if times and abs(times[-1] - (len(times) - 1) / rate) > 1 / rate:
        found.append(f"the last frame is at {times[-1]:.3f} s")
    code, _, said = output_of(
        "ffmpeg", "-nostdin", "-v", "error", "-xerror", "-i", path, "-vsync", "passthrough", "-enc_time_base", "-1",
        "-f", "null", "-")
    if code != 0 or said:
        found.append(f"ffmpeg: {(said or str(code)).splitlines()[0]}")
    return found


def main():
    source, camera, code, size, rate, seconds = sys.argv[1:]
    rate, seconds = float(rate), float(seconds)
    row = {"source": source, "format": f"{code} {size}@{rate:g}", "expected": round(seconds * rate)}
    for attempt in range(1, ATTEMPTS + 1):
        row["attempt"] = attempt
        with tempfile.TemporaryDirectory() as directory:
            path = f"{directory}/clip.mp4"
            try:
                receipt = record(source, camera, code, size, f"{rate:g}", f"{seconds:g}", path)
                row["written"] = receipt["video"]["framesWritten"]
                row["dropped"] = sum(receipt["video"]["framesDropped"].values())
                row["duration"] = round(receipt["duration"], 3)
                row["faults"] = faults(receipt, path, size, rate, seconds)
            except (ValueError, KeyError) as error:
                row["faults"] = [str(error)]
        if not row["faults"] or not row.get("dropped"):
            break
    verdict = "; ".join(row["faults"]) or "ok"
    row["verdict"] = verdict if row["attempt"] == 1 else f"{verdict} (attempt {row['attempt']})"
    with open("/vm/table", "a") as table:
        print(json.dumps(row), file=table)
    print(f"{row['source']:20} {row['format']:22} {row['verdict']}", flush=True)
    sys.exit(1 if row["faults"] else 0)


main()

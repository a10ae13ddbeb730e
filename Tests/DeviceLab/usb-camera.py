#!/usr/bin/env python3
"""A USB camera without hardware: speaks USB/IP to the kernel's virtual host controller, so that uvcvideo drives it.

In the guest, as root: modprobe vhci-hcd, modprobe uvcvideo, then run this in the background. It offers YUYV and MJPEG in
320x180 and 640x360 at 30, 15 and 5 frames a second, with a metadata node beside the pictures' one. Its MJPEG pictures are
those that 'setup' made ($DEVICE_LAB/pictures); the luma of its YUYV pictures grows by four from frame to frame.

SIGUSR1 pulls the cable; starting it again plugs it in. What is set is printed.

After: USB Device Class Definition for Video Devices 1.1; Documentation/usb/usbip_protocol.rst of the kernel.
"""

import glob
import os
import select
import signal
import socket
import struct
import sys
import time

SIZES = [(320, 180), (640, 360)]
RATES = [30, 15, 5]
INTERVALS = [10_000_000 // rate for rate in RATES]  # in units of 100 ns
YUYV, MJPEG = 1, 2  # bFormatIndex
YUYV_GUID = bytes.fromhex("5955593200001000800000aa00389b71")
CONTROLLER = "/sys/devices/platform/vhci_hcd.0"
STALL = None

# Class-specific requests (UVC 1.1, A.8)
SET_CUR, GET_CUR, GET_MIN, GET_MAX, GET_RES, GET_LEN, GET_INFO, GET_DEF = 0x01, 0x81, 0x82, 0x83, 0x84, 0x85, 0x86, 0x87


def load_pictures():
    lab = os.environ.get("DEVICE_LAB") or os.path.expanduser("~/.cache/rushes-device-lab")
    pictures = {}
    for width, height in SIZES:
        files = sorted(glob.glob(f"{lab}/pictures/{width}x{height}-*.jpg"))
        if not files:
            sys.exit(f"usb-camera: no pictures of {width}x{height} in '{lab}/pictures': run setup")
        pictures[width, height] = [open(file, "rb").read() for file in files]
    return pictures


class Control:
    """One setting of the camera terminal (entity 1) or the processing unit (entity 2)."""

    def __init__(self, size, minimum, maximum, step, default, signed=False):
        self.size, self.signed = size, signed
        self.values = {GET_MIN: minimum, GET_MAX: maximum, GET_RES: step, GET_DEF: default, GET_CUR: default}

    def get(self, request):
        if request == GET_INFO:
            return b"\x03"  # can be read and set
        if request == GET_LEN:
            return struct.pack("<H", self.size)
        value = self.values.get(request)
        return STALL if value is None else value.to_bytes(self.size, "little", signed=self.signed)

    def set(self, data):
        self.values[GET_CUR] = int.from_bytes(data[: self.size], "little", signed=self.signed)
        return self.values[GET_CUR]


CONTROLS = {
    (1, 0x02): Control(1, 0, 0, 0x0F, 2),  # exposure mode: the step is the set of modes
    (1, 0x04): Control(4, 3, 2047, 1, 156),  # exposure time, 100 us
    (1, 0x06): Control(2, 0, 250, 5, 0),  # focus
    (1, 0x08): Control(1, 0, 1, 1, 1),  # automatic focus
    (1, 0x0B): Control(2, 100, 500, 1, 100),  # zoom
    (1, 0x11): Control(1, 0, 1, 1, 0),  # privacy
    (2, 0x02): Control(2, -64, 64, 1, 0, signed=True),  # brightness
    (2, 0x03): Control(2, 0, 100, 1, 50),  # contrast
    (2, 0x05): Control(1, 0, 2, 1, 1),  # power line frequency
}


def device_descriptor():
    # USB 2.0, several interfaces that belong together, 64-byte packets on endpoint 0, three strings, one configuration
    return struct.pack("<BBHBBBBHHHBBBB", 18, 1, 0x0200, 0xEF, 2, 1, 64, 0x1209, 0x0C0D, 0x0100, 1, 2, 3, 1)


def frame_descriptors(subtype):
    descriptors = b""
    for index, (width, height) in enumerate(SIZES, 1):
        bytes_each = width * height * 2
        descriptors += struct.pack(
            "<BBBBBHHIIIIB", 26 + 4 * len(INTERVALS), 0x24, subtype, index, 0, width, height,
            bytes_each * 8 * min(RATES), bytes_each * 8 * max(RATES), bytes_each, INTERVALS[0], len(INTERVALS))
        descriptors += b"".join(struct.pack("<I", interval) for interval in INTERVALS)
    return descriptors + bytes([6, 0x24, 0x0D, 1, 1, 4])  # colours: BT.709 primaries and transfer, BT.601 matrix


def configuration_descriptor():
    # Bits of the controls in CONTROLS (UVC 1.1, 3.7.2.3 and 3.7.2.5), in three and two bytes.
    camera = struct.pack("<BBBBHBBHHHB", 18, 0x24, 2, 1, 0x0201, 0, 0, 0, 0, 0, 3) + bytes([0x2A, 0x02, 0x06])
    unit = struct.pack("<BBBBBHB", 12, 0x24, 5, 2, 1, 0, 2) + bytes([0x03, 0x04, 0, 0])
    output = struct.pack("<BBBBHBBB", 9, 0x24, 3, 3, 0x0101, 0, 2, 0)
    # The length covers the header and all terminals and units.
    header = struct.pack("<BBBHHIBB", 13, 0x24, 1, 0x0110, 13 + len(camera + unit + output), 48_000_000, 1, 1)
    control_interface = bytes([9, 4, 0, 0, 1, 0x0E, 1, 0, 2]) + header + camera + unit + output
    control_interface += bytes([7, 5, 0x83, 3, 16, 0, 8, 5, 0x25, 3, 16, 0])  # interrupt endpoint 3

    yuyv = struct.pack("<BBBBB", 27, 0x24, 4, YUYV, len(SIZES)) + YUYV_GUID + bytes([16, 1, 0, 0, 0, 0])
    mjpeg = bytes([11, 0x24, 6, MJPEG, len(SIZES), 1, 1, 0, 0, 0, 0])
    formats = yuyv + frame_descriptors(5) + mjpeg + frame_descriptors(7)
    input_header = struct.pack("<BBBBHBBBBBBB", 15, 0x24, 1, 2, 15 + len(formats), 0x81, 0, 3, 0, 1, 0, 1) + bytes(2)
    stream_interface = bytes([9, 4, 1, 0, 1, 0x0E, 2, 0, 0]) + input_header + formats
    stream_interface += bytes([7, 5, 0x81, 2, 0, 2, 0])  # bulk endpoint 1, 512 bytes

    association = bytes([8, 11, 0, 2, 0x0E, 3, 0, 2])
    body = association + control_interface + stream_interface
    return struct.pack("<BBHBBBBB", 9, 2, 9 + len(body), 2, 1, 0, 0x80, 250) + body


def string_descriptor(index):
    if index == 0:
        return bytes([4, 3, 9, 4])  # American English
    strings = ["", "Rushes", "Lab USB camera", "0001"]
    if index >= len(strings):
        return STALL
    text = strings[index].encode("utf-16le")
    return bytes([2 + len(text), 3]) + text


class Camera:
    """The device's side of every transfer; what goes back over the wire is the host's business."""

    def __init__(self, pictures):
        self.pictures = pictures
        self.trial = self.committed = self.proposal(YUYV, 1, INTERVALS[0])
        self.streaming = False
        self.due = 0.0
        self.count = 0
        self.payload, self.sent = b"", 0
        self.frame_bit = 0

    @staticmethod
    def proposal(form, frame, interval):
        """The streaming parameters (UVC 1.1, 4.3.1.1) nearest to what is asked for."""
        form = min(max(form, YUYV), MJPEG)
        frame = min(max(frame, 1), len(SIZES))
        interval = min(INTERVALS, key=lambda offered: abs(offered - interval)) if interval else INTERVALS[0]
        width, height = SIZES[frame - 1]
        size = width * height * 2
        return struct.pack("<HBBIHHHHHIIIBBBB", 1, form, frame, interval, 0, 0, 0, 0, 0, size, size + 12, 48_000_000, 0, 0, 0, 0)

    @staticmethod
    def choice(parameters):
        return parameters[2], parameters[3], struct.unpack_from("<I", parameters, 4)[0]

    def control(self, request_type, request, value, index, data):
        """Answers a control transfer: bytes for the host, empty for what it sent, STALL for what is not understood."""
        if request_type == 0x80 and request == 6:
            kind, number = value >> 8, value & 0xFF
            return {
                1: device_descriptor, 2: configuration_descriptor, 3: lambda: string_descriptor(number),
                6: lambda: struct.pack("<BBHBBBBBB", 10, 6, 0x0200, 0xEF, 2, 1, 64, 1, 0),
            }.get(kind, lambda: STALL)()
        if request_type in (0x80, 0x81, 0x82) and request == 0:
            return bytes(2)
        if request_type & 0x60 == 0:  # set configuration or interface, clear or set a feature
            if request_type == 2 and request == 1 and index & 15 == 1:
                self.streaming, self.payload = False, b""
            return bytes(1) if request_type & 0x80 else b""
        if request_type & 0x60 != 0x20:
            return STALL
        entity, interface, selector = index >> 8, index & 0xFF, value >> 8
        if interface == 1:
            return self.streaming_control(selector, request, data)
        if entity == 0:  # the last error: none
            return {GET_CUR: bytes(1), GET_INFO: b"\x01"}.get(request, STALL)
        control = CONTROLS.get((entity, selector))
        if control is None:
            return STALL
        if request != SET_CUR:
            return control.get(request)
        print(f"set {entity}/{selector:#x} to {control.set(data)}", flush=True)
        return b""

    def streaming_control(self, selector, request, data):
        if selector not in (1, 2):
            return STALL
        if request == SET_CUR:
            proposal = self.proposal(*self.choice(data))
            if selector == 1:
                self.trial = proposal
            else:
                self.committed = proposal
                self.streaming, self.due, self.payload = True, time.monotonic(), b""
                print("stream of format %d, frame %d, interval %d" % self.choice(proposal), flush=True)
            return b""
        return {
            GET_CUR: self.trial if selector == 1 else self.committed, GET_MIN: self.proposal(YUYV, 1, INTERVALS[-1]),
            GET_MAX: self.proposal(MJPEG, len(SIZES), INTERVALS[-1]), GET_DEF: self.proposal(YUYV, 1, INTERVALS[0]),
            GET_LEN: struct.pack("<H", 34), GET_INFO: b"\x03",
        }.get(request, STALL)

    def next_payload(self):
        """A whole frame as one payload, once it is due."""
        now = time.monotonic()
        if now < self.due:
            return False
        form, frame, interval = self.choice(self.committed)
        if now - self.due > 2:
            self.due = now
        self.due += interval / 1e7
        size = SIZES[frame - 1]
        if form == MJPEG:
            pictures = self.pictures[size]
            picture = pictures[self.count % len(pictures)]
        else:
            picture = bytes([self.count * 4 & 0xFF, 128]) * (size[0] * size[1])
        # Header: its length, and: end of header, end of frame, the frame's bit.
        self.payload, self.sent = bytes([12, 0x82 | self.frame_bit]) + bytes(10) + picture, 0
        self.frame_bit ^= 1
        self.count += 1
        return True

    def read(self, length):
        """The next bytes of the bulk endpoint; None while there is nothing to give."""
        if not self.streaming or (not self.payload and not self.next_payload()):
            return None
        chunk = self.payload[self.sent : self.sent + length]
        self.sent += len(chunk)
        # A short transfer ends the payload; uncompressed frames have a known length.
        if len(chunk) < length or (self.choice(self.committed)[0] == YUYV and self.sent >= len(self.payload)):
            self.payload = b""
        return chunk


class Wire:
    """The socket to the kernel's virtual host controller."""

    SUBMIT, UNLINK = 1, 2

    def __init__(self, camera):
        self.camera = camera
        self.waiting = []  # bulk transfers: (number, length)
        self.interrupts = []
        self.unlinked_early = set()
        self.socket, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_STREAM)
        for end in (self.socket, theirs):
            end.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 1 << 20)
        with open(CONTROLLER + "/attach", "w") as attach:
            attach.write(f"0 {theirs.fileno()} 65537 3")  # port 0, device 1-1, high speed
        theirs.close()

    def receive(self, count):
        received = b""
        while len(received) < count:
            part = self.socket.recv(count - len(received))
            if not part:
                sys.exit("usb-camera: the host controller is gone")
            received += part
        return received

    def answer(self, number, status, data=b"", length=None):
        header = struct.pack(">IIIIIiiiii8x", 3, number, 0, 0, 0, status, len(data) if length is None else length, 0, 0, 0)
        self.socket.sendall(header + data)

    def submitted(self, number, is_input, endpoint, length, setup):
        sent = self.receive(length) if not is_input and length > 0 else b""
        if number in self.unlinked_early:
            self.unlinked_early.remove(number)
        elif endpoint == 0:
            request_type, request, value, index, wanted = struct.unpack("<BBHHH", setup)
            result = self.camera.control(request_type, request, value, index, sent)
            if result is STALL:
                self.answer(number, -32)  # EPIPE
            elif is_input:
                self.answer(number, 0, result[:wanted])
            else:
                self.answer(number, 0, b"", len(sent))
        elif endpoint == 1:
            self.waiting.append((number, length))
        else:
            self.interrupts.append(number)

    def unlinked(self, number, target):
        status = 0
        for transfer in [transfer for transfer in self.waiting if transfer[0] == target]:
            self.waiting.remove(transfer)
            status = -104  # ECONNRESET
        if target in self.interrupts:
            self.interrupts.remove(target)
            status = -104
        if status == 0:
            # Answered already; or the kernel overtook itself, and what it takes back is still to come: an answer to that
            # would end the connection.
            self.unlinked_early.add(target)
        self.socket.sendall(struct.pack(">IIIIIi24x", 4, number, 0, 0, 0, status))

    def feed(self):
        while self.waiting:
            chunk = self.camera.read(self.waiting[0][1])
            if chunk is None:
                return
            self.answer(self.waiting.pop(0)[0], 0, chunk)

    def run(self):
        while True:
            is_idle = not (self.camera.streaming and self.waiting)
            timeout = None if is_idle else max(0, self.camera.due - time.monotonic())
            if select.select([self.socket], [], [], timeout)[0]:
                header = self.receive(48)
                command, number, _, direction, endpoint = struct.unpack(">IIIII", header[:20])
                if command == self.SUBMIT:
                    length = struct.unpack(">i", header[24:28])[0]
                    self.submitted(number, direction == 1, endpoint, length, header[40:48])
                elif command == self.UNLINK:
                    self.unlinked(number, struct.unpack(">I", header[20:24])[0])
            self.feed()


def main():
    wire = Wire(Camera(load_pictures()))

    def pull(*_):
        print("unplugged", flush=True)
        wire.socket.close()
        os._exit(0)

    signal.signal(signal.SIGUSR1, pull)
    wire.run()


main()

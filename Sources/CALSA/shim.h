// The door to ALSA's library.
#pragma once

#include <alsa/asoundlib.h>

#!/bin/sh
# Starts PostgreSQL. If the file of the clock exists, the library changes the clock of the server.
[ -e '{{clock}}' ] && export LD_PRELOAD={{library}} FAKETIME_TIMESTAMP_FILE='{{clock}}' FAKETIME_CACHE_DURATION=1 FAKETIME_DONT_FAKE_MONOTONIC=1
exec {{postgres}} "$@"

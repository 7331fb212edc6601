#!/bin/sh
# A worker of a lab that dies once. The system kills the first process that plays games when its file
# reaches a few blocks of games, in the middle of a line. Later processes run normally.
# PROGRAM is the program, KILLED a folder that marks the first process.
if [ "$2" != merge ] && mkdir "$KILLED" 2>/dev/null; then
  ulimit -c 0
  ulimit -f 48
fi
exec "$PROGRAM" "$@"

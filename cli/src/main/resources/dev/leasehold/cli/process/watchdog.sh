# Ends a command's processes when `leasehold run` cannot. Arguments: the mark in their environment,
# the seconds between TERM and KILL, and for when `run` is dead and they are all gone: the exit code
# with which a last call is made again, for how many seconds, and its words, if there is one. On
# standard input, one a line:
#   group N     the command's process group
#   until N M   end it in N seconds with M between TERM and KILL, unless another line comes
#   done        it has ended, nothing is left to do
# The end of the input means that `run` is dead.
mark=$1
grace=$2
again=$3
patience=$4
shift 4
group=
timer=
trap '' HUP INT QUIT TERM TSTP TTIN TTOU

# The third word after the name, which is in parentheses and may hold any character.
group_of() {
  read -r stat <"/proc/$1/stat" || return 0
  set -- ${stat##*) }
  echo "$3"
}

# The group, and on Linux those who have left it and still have the mark.
tell() {
  [ -z "$group" ] || kill "-$1" "-$group"
  [ -d /proc/self ] || return 0
  for file in $(grep -lsF "$mark" /proc/[0-9]*/environ); do
    pid=${file#/proc/}
    pid=${pid%/environ}
    # Nobody is to be told twice.
    [ "$(group_of "$pid")" = "$group" ] || kill "-$1" "$pid"
  done
}

finish() {
  # Without any grace they have been asked already.
  if [ "$grace" != 0.000 ]; then
    tell TERM
    tell CONT
    sleep "$grace"
  fi
  # Once more for those who were being born.
  for round in 1 2 3; do
    tell KILL
    sleep 0.05
  done
}

# Who has ended and was not yet asked for the status by its parent is not left.
is_left() {
  if [ ! -d /proc/self ]; then
    [ -z "$group" ] || kill -0 "-$group"
    return
  fi
  ! grep -qsF "$mark" /proc/[0-9]*/environ || return 0
  for file in /proc/[0-9]*/stat; do
    read -r stat <"$file" || continue
    set -- ${stat##*) }
    [ "$3" != "$group" ] || [ "$1" = Z ] || return 0
  done
  return 1
}

# Gives the call twenty seconds to be over. Counts the seconds, for clocks can be set.
attempt() {
  "$@" </dev/null &
  caller=$!
  rounds=100
  while [ "$rounds" -gt 0 ] && kill -0 "$caller"; do
    rounds=$((rounds - 1))
    sleep 0.2
  done
  spent=$((spent + (100 - rounds) / 5))
  kill -KILL "$caller"
  wait "$caller"
}

# Gives what was killed two seconds to be gone, and then calls. A pause costs next to nothing, and
# an attempt a process that is soon over.
call() {
  rounds=40
  while is_left; do
    rounds=$((rounds - 1))
    [ "$rounds" -gt 0 ] || return 0
    tell KILL
    sleep 0.05
  done
  spent=0
  pause=1
  sleeper=
  while :; do
    attempt "$@"
    code=$?
    # The latter is that of a call that was killed.
    [ "$code" = "$again" ] || [ "$code" = 137 ] || return 0
    [ $((spent + pause)) -lt "$patience" ] || return 0
    # Nothing is left to protect: whoever stops a service or a machine need not wait for this.
    trap '[ -z "$sleeper" ] || kill -KILL "$sleeper"; exit 0' TERM
    sleep "$pause" &
    sleeper=$!
    wait "$sleeper"
    sleeper=
    spent=$((spent + pause))
    pause=$((pause * 2))
    [ "$pause" -le 30 ] || pause=30
  done
}

disarm() {
  [ -n "$timer" ] || return 0
  kill -USR1 "$timer"
  wait "$timer"
  timer=
}

arm() {
  (
    sleeper=
    trap '[ -z "$sleeper" ] || kill -KILL "$sleeper"; exit 0' USR1
    sleep "$1" &
    sleeper=$!
    wait "$sleeper" || exit 0
    grace=$2
    finish
  ) &
  timer=$!
}

while read -r word value more; do
  case $word in
    group) group=$value ;;
    until) disarm; arm "$value" "$more" ;;
    done) disarm; exit 0 ;;
  esac
done
disarm
finish
[ $# -eq 0 ] || call "$@"

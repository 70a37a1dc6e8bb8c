// The process around postgres: a few lines of sh, because it must outlive every Node process and use next to no
// memory.
import type { ChildProcess } from "node:child_process"
import { spawn } from "node:child_process"
import type { Account } from "./account.ts"

// $1: the FIFO of users, then the command; standard input: its read end.
// - A service manager may send SIGTERM to all processes: the watchdog stays until postgres is gone.
// - Only the reader holds the read end, so that it is closed the moment the reader stops reading.
// - It answers every name it reads, and leaves at end-of-file. SIGINT is PostgreSQL's fast shutdown; it is
//   repeated, because one that arrives before postgres handles signals is lost.
// - A postgres that dies while it has users is started again on its port. The FIFO has its private name until
//   the first start has succeeded; a failed first start is reported by the starter.
// - The watchdog ends last: when it has ended, nothing of the server is left.
const WATCHDOG_SCRIPT = `
trap '' TERM HUP
exec 3<&0 </dev/null
fifo=$1
shift
"$@" 3<&- &
postgres=$!
ending=
trap 'ending=yes; kill -INT $postgres' USR1
(
  trap '' USR1
  while read -r user <&3; do true >"\${fifo%/*}/$user"; done
  exec 3<&-
  while kill -USR1 $$; do sleep 1; done
) &
reader=$!
exec 3<&-
while :; do
  wait $postgres
  code=$?
  if kill -0 $postgres 2>/dev/null; then continue; fi
  if [ -z "$ending" ] && [ ! -e "$fifo" ]; then sleep 1; fi
  if [ -n "$ending" ] || [ -e "$fifo" ]; then break; fi
  echo "postgres ended with code $code while it had users; starting it again"
  "$@" &
  postgres=$!
done
trap '' USR1
kill -KILL $reader
wait $reader 2>/dev/null
rm -f "$fifo"
exit $code
`

/** Command is what to run, under which account, with which FIFO, and the log (an open file). */
interface Command {
  readonly argv: ReadonlyArray<string>
  readonly account: Account
  readonly fifo: string
  readonly readEnd: number
  readonly log: number
}

/** Starts postgres under its watchdog, in a session of its own, which Ctrl-C in a terminal does not reach. */
export const spawnWatched = ({ account, argv, fifo, log, readEnd }: Command): ChildProcess => {
  const child = spawn("/bin/sh", ["-c", WATCHDOG_SCRIPT, "pugmark-postgres", fifo, ...argv], {
    ...account,
    cwd: "/",
    detached: true,
    env: { PATH: process.env["PATH"] },
    stdio: [readEnd, log, log]
  })
  child.unref()
  return child
}

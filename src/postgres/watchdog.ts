// The process around postgres: a few lines of sh, because it must outlive every Node process and weigh
// nothing.
import type { ChildProcess } from "node:child_process"
import { spawn } from "node:child_process"
import type { Account } from "./account.ts"

// $1: the FIFO of users, then the command; standard input: its read end.
// - A service manager may send SIGTERM to everyone: the watchdog stays until postgres is gone.
// - Only the reader keeps the read end, so that it is gone from the kernel's books the moment the reader
//   stops reading.
// - It answers every name it reads, and leaves at end-of-file. SIGINT is PostgreSQL's fast shutdown; one that
//   comes before postgres listens to signals is lost, hence the repetition.
// - A postgres that dies while it has users is started again on its port. The FIFO goes by its own name until
//   the first start has succeeded; one that did not is the starter's to explain.
// - The watchdog is the last to go: who waits for its end finds nothing of it.
const SCRIPT = `
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

/** What to run, as whom, for whom, and where its words go (an open file). */
export interface Command {
  readonly argv: ReadonlyArray<string>
  readonly account: Account
  readonly fifo: string
  readonly readEnd: number
  readonly log: number
}

/** Starts postgres under its watchdog, in a session of its own: Ctrl-C in a terminal reaches neither. */
export const spawnWatched = ({ account, argv, fifo, log, readEnd }: Command): ChildProcess => {
  const child = spawn("/bin/sh", ["-c", SCRIPT, "pugmark-postgres", fifo, ...argv], {
    ...account,
    cwd: "/",
    detached: true,
    env: { PATH: process.env["PATH"] },
    stdio: [readEnd, log, log]
  })
  child.unref()
  return child
}

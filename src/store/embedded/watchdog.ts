// The process around postgres: a few lines of sh, because it must outlive every Node process and weigh nothing.
import type { ChildProcess } from "node:child_process"
import { spawn } from "node:child_process"
import type { Account } from "./account.ts"

// $1: the FIFO of users, then the command; standard input: its read end.
// - A service manager may send SIGTERM to everyone: the watchdog stays until postgres is gone.
// - Only the reader keeps the read end, so that it is gone from the kernel's books the moment the reader stops reading.
// - It answers every name it reads, and leaves at end-of-file. SIGINT is PostgreSQL's fast shutdown; one that comes before
//   postgres listens to signals is lost, hence the repetition.
const SCRIPT = `
trap '' TERM HUP
exec 3<&0 </dev/null
fifo=$1
shift
"$@" 3<&- &
postgres=$!
(
  while read -r user <&3; do true >"\${fifo%/*}/$user"; done
  exec 3<&-
  while kill -INT $postgres; do sleep 1; done
) &
reader=$!
exec 3<&-
wait $postgres
code=$?
kill -KILL $reader
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

// A clock of the service's own, which can be set. The database and this process keep the machine's.
import { Effect } from "effect"
import { renameSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { temporaryDirectory } from "../support/machine.ts"

const PRELOAD = new URL("./shiftedClock.ts", import.meta.url)

export interface Clock {
  /** for the environment of the service */
  readonly settings: Readonly<Record<string, string>>
  /** How far ahead of the machine's clock it is from now on, seconds. */
  readonly set: (aheadSeconds: number) => void
}

export const makeClock = Effect.map(temporaryDirectory, (directory): Clock => {
  const file = join(directory, "ahead")
  const set = (aheadSeconds: number) => {
    writeFileSync(`${file}.new`, String(aheadSeconds * 1000))
    renameSync(`${file}.new`, file)
  }
  set(0)
  return { settings: { NODE_OPTIONS: `--import=${PRELOAD.href}`, SHIFTED_CLOCK: file }, set }
})

// Values of the service as texts: durations, bytes, processes.
import { words } from "../../../words/language.ts"
import { numberText } from "../../design/numbers.ts"
import { lasting } from "../../time/zoneTime.ts"

/** secondsText formats seconds: `0.6 s`, `41 s`, `3 min 50 s`. */
export const secondsText = (seconds: number): string =>
  seconds < 10 ? `${numberText(Math.round(seconds * 10) / 10)} s` : lasting(seconds)

/** Units above a byte. */
const UNITS = ["kB", "MB", "GB", "TB"] as const

/** bytesText formats bytes in powers of 1000: `38 GB`. */
export const bytesText = (bytes: number): string => {
  const power = bytes < 1 ? 0 : Math.min(UNITS.length, Math.floor(Math.log10(bytes) / 3))
  const value = bytes / 1000 ** power
  const unit = UNITS[power - 1] ?? words.health.resources.bytes
  return `${numberText(value >= 100 ? Math.round(value) : Math.round(value * 10) / 10)} ${unit}`
}

/** processOf returns the process of a worker: `alp-1:4711/engine` is a role of `alp-1:4711`. */
export const processOf = (worker: string): string => worker.split("/")[0]!

/** machineOf returns the machine of a worker: `alp-1:4711/engine` runs on `alp-1`. */
export const machineOf = (worker: string): string => processOf(worker).replace(/:\d+$/, "")

// Preloaded into every process and thread of a service (`node --import`): its wall clock says another time
// than the machine's. How far off, in ms, stands in a file that is looked at all the time. The monotonic
// clock and timers go on as they are, as on a machine whose clock is set.
import { readFileSync } from "node:fs"

const LOOK_MS = 20

const file = process.env["SHIFTED_CLOCK"]
const now = Date.now
let shift = 0

const look = (): void => {
  try {
    shift = Number(readFileSync(file!, "utf8"))
  } catch {
    // it is being written
  }
}

if (file !== undefined) {
  look()
  setInterval(look, LOOK_MS).unref()
  Date.now = () => now() + shift
  globalThis.Date = new Proxy(Date, {
    construct: (date, given, as) =>
      Reflect.construct(date, given.length === 0 ? [Date.now()] : given, as) as Date
  })
}

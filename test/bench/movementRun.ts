// One movement analysis in a process of its own, so that its memory is its own: `movementRun.ts roaming 25
// 20000` or `penned 1 200000`. Prints one JSON object.
import { movement } from "../../sandbox/movement/movement.ts"
import { penned, roaming } from "./Herd.ts"

const [kind, animals, fixes] = process.argv.slice(2)
const job = kind === "penned" ? penned(Number(fixes)) : roaming(Number(animals), Number(fixes))

const spent: Record<string, number> = {}
let step = "reading",
  since = performance.now()
const began = process.cpuUsage(),
  beganAt = since
const { document, geometries } = movement(job, (_, now) => {
  const at = performance.now()
  spent[step] = (spent[step] ?? 0) + at - since
  since = at
  step = now.split(": ").at(-1)!
})
spent[step] = (spent[step] ?? 0) + performance.now() - since
const { system, user } = process.cpuUsage(began)
console.log(
  JSON.stringify({
    seconds: (performance.now() - beganAt) / 1000,
    processor: (system + user) / 1e6,
    peakMb: process.resourceUsage().maxRSS / 1024,
    steps: Object.fromEntries(Object.entries(spent).map(([name, ms]) => [name, Math.round(ms)])),
    documentKb: JSON.stringify(document).length / 1024,
    shapes: geometries.length
  })
)

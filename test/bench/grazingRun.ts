// One grazing analysis in a process of its own, in a thread as a run's: `grazingRun.ts 100 50 17568` is
// animals, areas and fixes of each, half an hour apart: 17,568 are 366 days. The herd moves on to the next
// area every few days. Seeded. Prints one JSON object.
import { Effect } from "effect"
import { defaults, grazing, type GrazingJob } from "../../src/domain/analysis/modules/grazing.ts"
import type { ChosenArea } from "../../src/domain/analysis/Tracks.ts"
import type { Track } from "../../src/domain/analysis/Tracks.ts"
import { computeInThread } from "../../src/runner/SandboxThread.ts"
import { chance } from "./World.ts"

/** Of ANALYSIS_MEMORY_MB. */
const MEMORY_MB = 1536
const BEGIN = Date.UTC(2024, 0, 1),
  HALF_HOUR = 1_800_000,
  STAY = 5 * 48
/** Degrees between the middles of two areas; of an area, from its middle to its border. */
const APART = 0.03,
  RADIUS = 0.014
const ROW = 10,
  CORNERS = 60

const middleOf = (area: number): readonly [lon: number, lat: number] => [
  11 + (area % ROW) * APART * 1.5,
  47 + Math.floor(area / ROW) * APART
]

/** A star of many corners, as a border along hedges is. */
const areaOf = (area: number): ChosenArea => {
  const random = chance(500 + area),
    [lon, lat] = middleOf(area)
  const ring = Array.from({ length: CORNERS }, (_, i) => {
    const angle = (2 * Math.PI * i) / CORNERS,
      radius = RADIUS * (0.75 + 0.25 * random())
    return [lon + radius * 1.45 * Math.cos(angle), lat + radius * Math.sin(angle)]
  })
  return {
    id: idOf(1000 + area),
    name: `Area ${area + 1}`,
    attributes: { carrying_capacity: 40 },
    geometry: { type: "Polygon", coordinates: [[...ring, ring[0]!]] }
  }
}

const idOf = (n: number): string => `00000000-0000-7000-8000-${String(n).padStart(12, "0")}`

/** A walk round the middle of the area that the herd is in; now and then beyond its border. */
const trackOf = (subject: number, areas: number, fixes: number): Track => {
  const random = chance(90_000 + subject)
  const track: Track = {
    subject,
    period: "main",
    time: new Float64Array(fixes),
    lon: new Float64Array(fixes),
    lat: new Float64Array(fixes),
    accuracy_m: new Float32Array(fixes).fill(5),
    satellites: new Float32Array(fixes).fill(9)
  }
  let x = 0,
    y = 0
  for (let i = 0; i < fixes; i++) {
    const [lon, lat] = middleOf(Math.floor(i / STAY) % areas)
    x = x * 0.97 + (random() - 0.5) * 0.006
    y = y * 0.97 + (random() - 0.5) * 0.004
    track.time[i] = BEGIN + i * HALF_HOUR + Math.floor(20_000 * random())
    track.lon[i] = lon + x
    track.lat[i] = lat + y
  }
  return track
}

// as the first comment says
const [animals, areas, fixes] = process.argv.slice(2).map(Number) as [number, number, number]
const job: GrazingJob = {
  module: "grazing",
  methodVersion: grazing.version,
  timezone: "Europe/Vienna",
  parameters: defaults,
  herdSize: animals,
  herdB: [],
  periods: [{ key: "main", from: BEGIN, to: BEGIN + fixes * HALF_HOUR }],
  subjects: Array.from({ length: animals }, (_, n) => ({
    id: idOf(n),
    name: `Animal ${n + 1}`,
    type: "cow",
    isLivestock: true,
    weights: {},
    deployments: null,
    discarded: {}
  })),
  tracks: Array.from({ length: animals }, (_, subject) => trackOf(subject, areas, fixes)),
  areas: Array.from({ length: areas }, (_, area) => areaOf(area))
}

const began = process.cpuUsage(),
  beganAt = performance.now()
const computed = await Effect.runPromise(
  computeInThread(
    { entry: new URL("../../sandbox/main.ts", import.meta.url), heapMb: MEMORY_MB, totalMb: MEMORY_MB },
    job,
    () => undefined
  )
)
const { system, user } = process.cpuUsage(began)
console.log(
  JSON.stringify({
    seconds: (performance.now() - beganAt) / 1000,
    processor: (system + user) / 1e6,
    peakMb: process.resourceUsage().maxRSS / 1024,
    inside: computed.document.summary["main"]?.["herd"]?.["share_inside"],
    documentKb: JSON.stringify(computed.document).length / 1024,
    shapes: computed.geometries.length
  })
)

// Results of both modules of analyses, for tests of what every result has.
import { grazing } from "../../sandbox/grazing/grazing.ts"
import { movement } from "../../sandbox/movement/movement.ts"
import { grazingJob, rectangle, rowAt } from "./grazing/herd.ts"
import { comparison, DAY_MS, idOf, jobOf, main, START } from "./job.ts"
import { wander } from "./movement/walks.ts"

const roam = (seed: number, from: number) =>
  Array.from({ length: 200 }, (_, n) =>
    rowAt(from + n * 1_800_000, 250 + 300 * Math.sin(n / 7 + seed), 250 + 300 * Math.cos(n / 11 + seed))
  )
const before = START - 10 * DAY_MS
const periods = [main(10), comparison(10, before)]

const west = rectangle("West", 0, 0, 400, 500),
  east = rectangle("East", 400, 0, 800, 500)
/** documents are results of both modules: with two periods, alone, by season, with two herds. */
export const documents = {
  movement: movement(
    jobOf({
      periods,
      rows: [1, 2].map((seed) => ({
        main: wander(seed, 300),
        comparison: wander(seed + 10, 300, { start: before })
      }))
    }),
    () => undefined
  ),
  grazing: grazing(
    grazingJob({
      periods,
      areas: [
        { ...west, id: idOf(100) },
        { ...east, id: idOf(101), attributes: { carrying_capacity: 3 } }
      ],
      rows: [1, 2].map((seed) => ({ main: roam(seed, START), comparison: roam(seed, before) }))
    }),
    () => undefined
  ),
  alone: movement(jobOf({ periods: [main(10)], rows: [{ main: wander(1, 300) }] }), () => undefined),
  seasons: grazing(
    grazingJob({
      periods: [main(10)],
      areas: [west],
      rows: [{ main: roam(1, START) }],
      parameters: { seasons: [{ name: "May", from: "05-01", to: "05-31" }] }
    }),
    () => undefined
  ),
  herds: grazing(
    grazingJob({
      periods,
      areas: [west, { ...east, attributes: { carrying_capacity: 3 } }],
      rows: [{ main: roam(1, START) }, { comparison: roam(2, before) }],
      herdB: [1],
      parameters: { weighting: "metabolic", weight_key: "mass_kg" }
    }),
    () => undefined
  )
}

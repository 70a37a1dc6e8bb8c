// Documents of both modules, computed by the sandbox from tracks that are made up here.
import { grazing } from "../../sandbox/grazing/grazing.ts"
import { movement } from "../../sandbox/movement/movement.ts"
import { grazingJob, HOUR_MS, rectangle, story } from "../sandbox/grazing/herd.ts"
import { comparison, DAY_MS, jobOf, main, START } from "../sandbox/job.ts"
import { wander } from "../sandbox/movement/walks.ts"

const none = () => undefined
const before = START - 40 * DAY_MS

/** Three animals in a period and the one before. */
export const compared = movement(
  jobOf({
    periods: [main(12), comparison(12, before)],
    rows: [1, 2, 3].map((seed) => ({
      main: wander(seed, 500),
      comparison: wander(seed + 10, 400, { start: before })
    }))
  }),
  none
)

/** Animals in one period, `fixes` each. */
export const wandering = (animals: number, fixes: number) =>
  movement(
    jobOf({
      periods: [main(30)],
      rows: Array.from({ length: animals }, (_, n) => ({ main: wander(n, fixes) }))
    }),
    none
  )

const places = { w: [50, 50], e: [250, 50], o: [900, 900] } as const

/**
 * Two pastures over twelve days: West used in the first two days and the last, East in the third, South
 * never.
 */
export const grazed = grazing(
  grazingJob({
    areas: [
      rectangle("West", 0, 0, 150, 150),
      rectangle("East", 200, 0, 400, 150),
      rectangle("South", 0, -400, 150, -200)
    ],
    periods: [{ key: "main", from: START, to: START + 12 * DAY_MS }],
    rows: [
      {
        main: story(
          `${"w".repeat(48)}${"e".repeat(24)}${"o".repeat(192)}${"w".repeat(24)}`,
          places,
          START,
          HOUR_MS
        )
      }
    ]
  }),
  none
)

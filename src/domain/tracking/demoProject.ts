// The project of a demo farm: what it is made with, and how it is known again.
import * as Schema from "effect/Schema"
import type { NewProject } from "./Project.ts"

/** SEED is the seed of the animals' movements: always the same, so that pictures of the demo can be compared. */
const SEED = 20_260_321

/**
 * What the project remembers of the demo, in its settings. `requested`: a person asked for it; `analysed`:
 * its analyses were started.
 */
const Remembered = Schema.Struct({
  demo: Schema.Struct({
    seed: Schema.Int,
    started_at: Schema.Int,
    complete: Schema.Boolean,
    requested: Schema.optionalKey(Schema.Boolean),
    analysed: Schema.optionalKey(Schema.Boolean)
  })
})

/** Returns whether settings are those of a demo. */
export const isDemo = Schema.is(Remembered)

/** Returns a demo that begins now (epoch ms). */
export const demoProject = (name: string, now: number, requested: boolean): NewProject => ({
  name,
  timezone: "Europe/Madrid",
  description:
    "A made-up farm in Extremadura. Its animals live by a seeded random walk as long as the server " +
    "runs; DEMO=off at the start stops them.",
  settings: {
    landscape: "demo",
    entity_word: { one: "animal", many: "animals" },
    spark_metric: "activity",
    demo: { seed: SEED, started_at: now, complete: false, ...(requested ? { requested } : {}) }
  }
})

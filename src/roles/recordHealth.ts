// Samples the health of the service in the background, for its history.
import { Effect } from "effect"
import { samplesOf } from "../domain/system/HealthHistory.ts"
import { HealthHistory } from "../store/system/HealthHistory.ts"
import { SystemFacts } from "../store/system/SystemFacts.ts"
import { inBackground } from "./background.ts"

/** Samples twice a minute, so that no minute is left out. */
export const recordHealth = inBackground(
  Effect.gen(function* () {
    const facts = yield* SystemFacts
    const history = yield* HealthHistory
    for (;;) {
      yield* Effect.ignoreCause(Effect.flatMap(facts.read, (found) => history.keep(samplesOf(found))))
      yield* Effect.sleep("30 seconds")
    }
  })
)

// Who answers looks at how the service is besides, for those who ask how it was.
import { Effect } from "effect"
import { samplesOf } from "../domain/system/HealthHistory.ts"
import { HealthHistory } from "../store/system/HealthHistory.ts"
import { SystemFacts } from "../store/system/SystemFacts.ts"
import { forked } from "./running.ts"

/** Looks twice a minute, so that no minute is left out, and keeps what it finds. */
export const looking = forked(
  Effect.gen(function* () {
    const facts = yield* SystemFacts
    const history = yield* HealthHistory
    for (;;) {
      yield* Effect.ignoreCause(Effect.flatMap(facts.read, (found) => history.keep(samplesOf(found))))
      yield* Effect.sleep("30 seconds")
    }
  })
)

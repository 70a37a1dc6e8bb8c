// Features that a version saw at the beginning of a range and that are otherwise now.
import { Effect } from "effect"
import { select } from "../domain/rule/conditions/spatial.ts"
import type { CanonicalDocument } from "../domain/rule/Document.ts"
import { spatialsIn } from "../domain/rule/leaves.ts"
import type { BacktestOptions } from "./BacktestOptions.ts"
import type { RuleHistory } from "./ports.ts"
import type { BacktestReport } from "./runBacktest.ts"

/** Their names. */
export const editedFeatures = Effect.fnUntraced(function* (
  rules: RuleHistory["Service"],
  { features, projectId }: Pick<BacktestOptions, "features" | "projectId">,
  document: CanonicalDocument,
  { inForceFrom }: BacktestReport
) {
  const conditions = spatialsIn(document.conditions)
  if (inForceFrom === null || conditions.length === 0) return new Set<string>()
  const then = (yield* rules.ruleSetAt(projectId, inForceFrom)).features
  return new Set(
    conditions.flatMap((c) => {
      const was = select(c, then),
        is = select(c, features)
      return [...was.values(), ...is.values()]
        .filter(({ id }) => was.get(id)?.revision !== is.get(id)?.revision)
        .map((f) => f.name)
    })
  )
})

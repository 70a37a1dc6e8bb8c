// Features that changed since a version used them at the beginning of a range.
import { Effect } from "effect"
import type { CanonicalDocument } from "../domain/rule/Document.ts"
import { selectionsIn } from "../domain/rule/leaves.ts"
import type { BacktestOptions } from "./BacktestOptions.ts"
import type { RuleHistory } from "./ports.ts"
import type { BacktestReport } from "./runBacktest.ts"

/** Returns their names. */
export const editedFeatures = Effect.fnUntraced(function* (
  rules: RuleHistory["Service"],
  { features, projectId }: Pick<BacktestOptions, "features" | "projectId">,
  document: CanonicalDocument,
  { inForceFrom }: BacktestReport
) {
  const selections = selectionsIn(document.conditions)
  if (inForceFrom === null || selections.length === 0) return new Set<string>()
  const then = (yield* rules.ruleSetAt(projectId, inForceFrom)).features
  return new Set(
    selections.flatMap((select) => {
      const was = select(then),
        is = select(features)
      return [...was.values(), ...is.values()]
        .filter(({ id }) => was.get(id)?.revision !== is.get(id)?.revision)
        .map((f) => f.name)
    })
  )
})

// The version of a rule that is asked about the past.
import { Effect } from "effect"
import { Invalid } from "../../contract/http/errors.ts"
import type { RuleHistory } from "../../backtest/ports.ts"

/** A version that can run; `at` points to where the request names it. */
export const findVersion = Effect.fnUntraced(function* <E>(
  rules: RuleHistory["Service"],
  projectId: string,
  ruleId: string,
  wanted: number | undefined,
  at: string,
  noRule: () => E
) {
  const current = yield* Effect.mapError(rules.version(projectId, ruleId, null), noRule)
  const kept =
    wanted === undefined || wanted === current.version
      ? current
      : yield* Effect.mapError(rules.version(projectId, ruleId, wanted), () =>
          Invalid.at(at, "UNKNOWN_VERSION", `the rule has no version ${wanted}`)
        )
  if (!kept.runnable)
    return yield* Invalid.at(
      at,
      "RULE_CONDITION_RESERVED",
      `version ${kept.version} uses a reserved condition kind: it can be kept, not run`
    )
  return kept
})

// Finds the version of a rule that a request is about.
import { Effect } from "effect"
import { Invalid } from "../../contract/http/errors.ts"
import type { RuleHistory } from "../../backtest/ports.ts"

/** Returns a version that can run; `at` is the pointer of the version in the request. */
export const findVersion = Effect.fnUntraced(function* <E>(
  rules: RuleHistory["Service"],
  projectId: string,
  ruleId: string,
  requestedVersion: number | undefined,
  at: string,
  noRule: () => E
) {
  const current = yield* Effect.mapError(rules.version(projectId, ruleId, null), noRule)
  const storedVersion =
    requestedVersion === undefined || requestedVersion === current.version
      ? current
      : yield* Effect.mapError(rules.version(projectId, ruleId, requestedVersion), () =>
          Invalid.at(at, "UNKNOWN_VERSION", `the rule has no version ${requestedVersion}`)
        )
  if (!storedVersion.runnable)
    return yield* Invalid.at(
      at,
      "RULE_CONDITION_RESERVED",
      `version ${storedVersion.version} uses a reserved condition kind: it can be kept, not run`
    )
  return storedVersion
})

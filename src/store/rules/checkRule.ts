// Checks what prevents a rule from being saved or from running: references that do not exist or are not seen, a
// scope beyond the caller's, or the project's limit of rules.
import type { PgClient } from "@effect/sql-pg"
import { Data, Effect } from "effect"
import type { SqlError } from "effect/sql/SqlError"
import type { Visibility } from "../../domain/access/Visibility.ts"
import { canonicalText } from "../../domain/rule/Document.ts"
import { documentSizeError, ruleLimitError } from "../../domain/rule/limits.ts"
import type { Parsed } from "../../domain/rule/parse.ts"
import { references } from "../../domain/rule/references.ts"
import { isBeyond } from "../access/visibilityConditions.ts"
import { missingReferences } from "./ruleReferences.ts"

/** RuleIssue is one problem of a request; `pointer` leads into it. */
export interface RuleIssue {
  readonly pointer: string
  readonly code: string
  readonly detail: string
}

/** RuleRefused means that the change has problems; nothing was saved. */
export class RuleRefused extends Data.TaggedError("RuleRefused")<{
  readonly issues: ReadonlyArray<RuleIssue>
}> {}

/** Returns the problem of a document that is about more than the caller sees. */
export const outsideScope = (detail: string): RuleIssue => ({
  pointer: "/document/scope",
  code: "OUTSIDE_SCOPE",
  detail
})

/** Makes the checks that precede the write of a rule. */
export const ruleChecks = (pg: PgClient.PgClient) => {
  /**
   * Returns the problems that prevent a document from being saved, or, where it is to be in force, from
   * running. Pointers lead into a body that has it as `document`.
   */
  const refusals = Effect.fnUntraced(function* (
    projectId: string,
    visibility: Visibility,
    parsed: Parsed,
    toRun: boolean
  ): Effect.fn.Return<ReadonlyArray<RuleIssue>, SqlError> {
    const tooLarge = documentSizeError(Buffer.byteLength(canonicalText(parsed.document)))
    if (tooLarge !== null) return [{ pointer: "/document", ...tooLarge }]
    const missing = yield* missingReferences(pg, projectId, visibility, references(parsed.document))
    const issues: ReadonlyArray<RuleIssue> = [
      ...missing.map(({ kind, pointer }) => ({
        pointer: `/document${pointer}`,
        code: "UNKNOWN_REFERENCE",
        detail: `no such ${kind.replace("_", " ")} in this project`
      })),
      ...(toRun
        ? parsed.reserved.map((pointer) => ({
            pointer: `/document${pointer}`,
            code: "RULE_CONDITION_RESERVED",
            detail: "a reserved condition kind can be saved, not enabled"
          }))
        : [])
    ]
    if (issues.length > 0 || !isBeyond(visibility, parsed.document)) return issues
    return [
      outsideScope(
        "The rule would also be about animals outside of your scope: keep it to entities or groups of " +
          "your scope, by entity_ids or group_ids."
      )
    ]
  })

  /** Fails with the problems, if there are any. */
  const check = Effect.fnUntraced(function* (...asked: Parameters<typeof refusals>) {
    const issues = yield* refusals(...asked)
    if (issues.length > 0) return yield* new RuleRefused({ issues })
  })

  /**
   * Checks the number of rules. The caller holds the lock of the rule set, so that of two concurrent requests
   * the second counts the rule of the first.
   */
  const mustHaveRoom = Effect.fnUntraced(function* (projectId: string) {
    const [row] = yield* pg<{ readonly count: number }>`
      select count(*)::int as count from rules where project_id = ${projectId}::uuid and archived_at is null`
    const beyond = ruleLimitError(row!.count)
    if (beyond !== null) return yield* new RuleRefused({ issues: [{ pointer: "", ...beyond }] })
  })

  return { check, mustHaveRoom, refusals }
}

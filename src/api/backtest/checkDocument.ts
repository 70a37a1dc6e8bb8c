// A draft looked at while it is written: what keeps it from being saved, what is probably not meant, and what it
// says. Nothing of the past is read.
import { Effect, Result } from "effect"
import type { Subjects } from "../../backtest/ports.ts"
import type { Visibility } from "../../domain/access/Visibility.ts"
import { sentence } from "../../domain/rule/words/sentence.ts"
import { seenDocument } from "../../store/access/visible.ts"
import type { RuleNames } from "../../store/rules/RuleNames.ts"
import type { Rules } from "../../store/rules/Rules.ts"
import { coverOf, everybodyNow } from "./covered.ts"
import { readDocument, warningsOf, type WarningStores } from "./readDocument.ts"

interface Stores extends WarningStores {
  readonly rules: Rules["Service"]
  readonly naming: RuleNames["Service"]
  readonly subjects: Subjects["Service"]
}

/** `mayWrite`: the caller might save it, and is told where they might not because of their scope. */
export const checkDocument = Effect.fnUntraced(function* (
  { naming, rules, subjects, ...stores }: Stores,
  projectId: string,
  visibility: Visibility,
  mayWrite: boolean,
  document: unknown
) {
  const read = yield* Effect.result(readDocument(document))
  if (Result.isFailure(read)) {
    const { errors = [] } = read.failure
    return { problems: errors, warnings: [], sentence: null, covers: null, runnable: false }
  }
  const parsed = read.success
  const refusals = yield* rules.refusals(projectId, visibility, parsed)
  // a test is of the animals that the caller sees, whomever the rule would be about
  const faults = refusals.filter(({ code }) => code !== "OUTSIDE_SCOPE")
  // what the caller does not see has no name here, and nobody is counted by it
  const seen = seenDocument(visibility, parsed.document)
  const names = yield* naming.of(projectId, [seen])
  const everybody = yield* everybodyNow(subjects, projectId, visibility)
  return {
    problems: mayWrite ? refusals : faults,
    warnings: yield* warningsOf(stores, projectId, parsed, Effect.succeed(everybody)),
    sentence: sentence(parsed.document, names),
    covers: coverOf(seen, everybody),
    runnable: faults.length === 0 && parsed.reserved.length === 0
  }
})

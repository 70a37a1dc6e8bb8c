// Checks a draft while it is edited: what prevents saving it, warnings, its sentence, the name to suggest and how many
// subjects it covers. It does not read the past.
import { Effect, Result } from "effect"
import type { Subjects } from "../../backtest/ports.ts"
import type { Visibility } from "../../domain/access/Visibility.ts"
import { englishName, nameMessage } from "../../domain/rule/words/ruleName.ts"
import { englishParts } from "../../domain/rule/words/english.ts"
import { sentenceMessage } from "../../domain/rule/words/sentence.ts"
import { seenDocument } from "../../store/access/visibilityConditions.ts"
import type { RuleNames } from "../../store/rules/RuleNames.ts"
import type { Rules } from "../../store/rules/Rules.ts"
import { countCovered, visibleSubjects } from "./ruleCoverage.ts"
import { readDocument, warningsOf, type WarningStores } from "./readDocument.ts"

interface Stores extends WarningStores {
  readonly rules: Rules["Service"]
  readonly naming: RuleNames["Service"]
  readonly subjects: Subjects["Service"]
}

/**
 * Checks a document. `mayWrite`: the caller may save rules, and then also gets the problems of a limited
 * scope.
 */
export const checkDocument = Effect.fnUntraced(function* (
  { naming, rules, subjects, ...stores }: Stores,
  projectId: string,
  visibility: Visibility,
  mayWrite: boolean,
  document: unknown
) {
  const parsedResult = yield* Effect.result(readDocument(document))
  if (Result.isFailure(parsedResult)) {
    const { errors = [] } = parsedResult.failure
    return {
      problems: errors,
      warnings: [],
      sentence: null,
      sentence_message: null,
      name: null,
      name_message: null,
      covers: null,
      runnable: false
    }
  }
  const parsed = parsedResult.success
  const refusals = yield* rules.refusals(projectId, visibility, parsed)
  // a test runs on the visible subjects only, whatever the scope of the rule
  const faults = refusals.filter(({ code }) => code !== "OUTSIDE_SCOPE")
  // records that the caller does not see are neither named nor counted
  const visibleDocument = seenDocument(visibility, parsed.document)
  const names = yield* naming.of(projectId, [visibleDocument])
  const message = sentenceMessage(parsed.document, names)
  const subjectsSeen = yield* visibleSubjects(subjects, projectId, visibility)
  return {
    problems: mayWrite ? refusals : faults,
    warnings: yield* warningsOf(stores, projectId, parsed, Effect.succeed(subjectsSeen)),
    sentence: englishParts(message),
    sentence_message: message,
    name: englishName(nameMessage(message)),
    name_message: nameMessage(message),
    covers: countCovered(visibleDocument, subjectsSeen),
    runnable: faults.length === 0 && parsed.reserved.length === 0
  }
})

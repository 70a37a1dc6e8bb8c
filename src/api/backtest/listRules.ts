// Lists rules: finds them by text and subject, and adds their activity, sentence and coverage.
import { Effect } from "effect"
import type { Subjects } from "../../backtest/ports.ts"
import type { Visibility } from "../../domain/access/Visibility.ts"
import type { CanonicalDocument } from "../../domain/rule/Document.ts"
import { conditionsIn } from "../../domain/rule/leaves.ts"
import type { SavedRule } from "../../domain/rule/SavedRule.ts"
import { englishParts } from "../../domain/rule/words/english.ts"
import { sentenceMessage } from "../../domain/rule/words/sentence.ts"
import type { Names } from "../../domain/rule/words/phrases.ts"
import type { RuleActivity } from "../../store/rules/RuleActivity.ts"
import type { RuleNames } from "../../store/rules/RuleNames.ts"
import type { RuleFilter } from "../../store/rules/readRules.ts"
import type { Rules } from "../../store/rules/Rules.ts"
import type { Place, Slice, Window } from "../../store/sql/keyset.ts"
import { countCovered, visibleSubjects, isCovered } from "./ruleCoverage.ts"

interface Stores {
  readonly rules: Rules["Service"]
  readonly activity: RuleActivity["Service"]
  readonly naming: RuleNames["Service"]
  readonly subjects: Subjects["Service"]
}

/** `RuleSearch` is the filter of a list of rules. */
interface RuleSearch extends Omit<RuleFilter, "ids"> {
  readonly q?: string | undefined
  readonly entity_id?: string | undefined
}

/** `CHUNK_RULES` is how many rules are read and matched at a time. */
const CHUNK_RULES = 500

/** Returns the document of a rule: stored documents are canonical; this one is as the caller sees it. */
export const documentOf = (rule: SavedRule) => rule.document as unknown as CanonicalDocument

/** Returns the text in which a rule is searched. */
const textOf = (rule: SavedRule, names: Names): string => {
  const document = documentOf(rule)
  const words = englishParts(sentenceMessage(document, names)).map(({ text }) => text)
  const conditionsOf = conditionsIn(document.conditions).map(({ condition }) => condition)
  const keys = [document.trigger, ...conditionsOf].flatMap((one) =>
    "metric_key" in one ? (one.metric_key ?? []) : "metric" in one ? one.metric : []
  )
  return [rule.name, rule.description, words.join(""), document.event.event_type, ...keys]
    .join("\n")
    .toLowerCase()
}

/** Returns all rules of a project, newest first. */
export const allRules = Effect.fnUntraced(function* (
  rules: Rules["Service"],
  projectId: string,
  visibility: Visibility
) {
  const found: Array<SavedRule> = []
  let after: Place | null = null
  do {
    const chunk: Slice<SavedRule> = yield* rules.list(
      projectId,
      visibility,
      {},
      { limit: CHUNK_RULES, after }
    )
    found.push(...chunk.items)
    after = chunk.next
  } while (after !== null)
  return found
})

/** Returns the ids of the rules that contain the text and cover the subject. */
const matchingIds = Effect.fnUntraced(function* (
  { naming, rules, subjects }: Stores,
  projectId: string,
  visibility: Visibility,
  { entity_id, q, ...filter }: RuleSearch
) {
  const [subject] = entity_id === undefined ? [] : yield* subjects.list(projectId, visibility, [entity_id])
  if (entity_id !== undefined && subject === undefined) return []
  const text = q?.trim().toLowerCase()
  const ids: Array<string> = []
  let after: Place | null = null
  do {
    const window: Window = { limit: CHUNK_RULES, after }
    const chunk: Slice<SavedRule> = yield* rules.list(projectId, visibility, filter, window)
    const names = yield* naming.of(projectId, text === undefined ? [] : chunk.items.map(documentOf))
    for (const rule of chunk.items) {
      if (subject !== undefined && !isCovered(documentOf(rule), subject.who)) continue
      if (text === undefined || textOf(rule, names).includes(text)) ids.push(rule.id)
    }
    after = chunk.next
  } while (after !== null)
  return ids
})

/**
 * Returns a page of rules. Text and coverage cannot be matched in SQL, so matching rules are found before, by
 * their ids.
 */
export const findRules = Effect.fnUntraced(function* (
  stores: Stores,
  projectId: string,
  visibility: Visibility,
  search: RuleSearch,
  window: Window
) {
  const { entity_id, q, ...filter } = search
  const ids =
    q === undefined && entity_id === undefined
      ? undefined
      : yield* matchingIds(stores, projectId, visibility, search)
  return yield* stores.rules.list(projectId, visibility, { ...filter, ids }, window)
})

/** Adds activity, sentence and coverage to rules as the caller sees them. */
export const withActivity = Effect.fnUntraced(function* (
  { activity, naming, subjects }: Stores,
  projectId: string,
  visibility: Visibility,
  rules: ReadonlyArray<SavedRule>
) {
  const activities = yield* activity.of(
    projectId,
    visibility,
    rules.map((r) => r.id)
  )
  const names = yield* naming.of(projectId, rules.map(documentOf))
  const knownSubjects = rules.length === 0 ? [] : yield* visibleSubjects(subjects, projectId, visibility)
  return rules.map((rule) => {
    const document = documentOf(rule)
    const message = sentenceMessage(document, names)
    return {
      ...rule,
      sentence: englishParts(message),
      sentence_message: message,
      covers: countCovered(document, knownSubjects),
      ...activities.get(rule.id)
    }
  })
})

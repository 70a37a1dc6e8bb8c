// Rules as a list: those that somebody looks for, and beside each what it did lately, its sentence in the names of
// the project, and whom it covers.
import { Effect } from "effect"
import type { Subjects } from "../../backtest/ports.ts"
import type { Visibility } from "../../domain/access/Visibility.ts"
import type { CanonicalDocument } from "../../domain/rule/Document.ts"
import { conditionsIn } from "../../domain/rule/leaves.ts"
import type { SavedRule } from "../../domain/rule/SavedRule.ts"
import { sentence } from "../../domain/rule/words/sentence.ts"
import type { Names } from "../../domain/rule/words/phrases.ts"
import type { RuleActivity } from "../../store/rules/RuleActivity.ts"
import type { RuleNames } from "../../store/rules/RuleNames.ts"
import type { RuleFilter } from "../../store/rules/readRules.ts"
import type { Rules } from "../../store/rules/Rules.ts"
import type { Place, Slice, Window } from "../../store/sql/keyset.ts"
import { coverOf, everybodyNow, isCovered } from "./covered.ts"

interface Stores {
  readonly rules: Rules["Service"]
  readonly activity: RuleActivity["Service"]
  readonly naming: RuleNames["Service"]
  readonly subjects: Subjects["Service"]
}

/** What is asked of a list of rules. */
export interface Sought extends Omit<RuleFilter, "ids"> {
  readonly q?: string | undefined
  readonly entity_id?: string | undefined
}

/** Rules that are looked through at a time. */
const AT_ONCE = 500

// our own writing, as the caller sees it
const documentOf = (rule: SavedRule) => rule.document as unknown as CanonicalDocument

/** What a rule can be found by. */
const textOf = (rule: SavedRule, names: Names): string => {
  const document = documentOf(rule)
  const words = sentence(document, names).map(({ text }) => text)
  const asked = conditionsIn(document.conditions).map(({ condition }) => condition)
  const keys = [document.trigger, ...asked].flatMap((one) =>
    "metric_key" in one ? (one.metric_key ?? []) : "metric" in one ? one.metric : []
  )
  return [rule.name, rule.description, words.join(""), document.event.event_type, ...keys]
    .join("\n")
    .toLowerCase()
}

/** Ids of the rules that say what is looked for, and cover whom it is asked for. */
const found = Effect.fnUntraced(function* (
  { naming, rules, subjects }: Stores,
  projectId: string,
  visibility: Visibility,
  { entity_id, q, ...filter }: Sought
) {
  const [subject] = entity_id === undefined ? [] : yield* subjects.list(projectId, visibility, [entity_id])
  if (entity_id !== undefined && subject === undefined) return []
  const text = q?.trim().toLowerCase()
  const ids: Array<string> = []
  let after: Place | null = null
  do {
    const window: Window = { limit: AT_ONCE, after }
    const some: Slice<SavedRule> = yield* rules.list(projectId, visibility, filter, window)
    const names = yield* naming.of(projectId, text === undefined ? [] : some.items.map(documentOf))
    for (const rule of some.items) {
      if (subject !== undefined && !isCovered(documentOf(rule), subject.who)) continue
      if (text === undefined || textOf(rule, names).includes(text)) ids.push(rule.id)
    }
    after = some.next
  } while (after !== null)
  return ids
})

/** A page of them. A text and a cover are no matter of the database: those are found first, by their ids. */
export const findRules = Effect.fnUntraced(function* (
  stores: Stores,
  projectId: string,
  visibility: Visibility,
  sought: Sought,
  window: Window
) {
  const { entity_id, q, ...filter } = sought
  const ids =
    q === undefined && entity_id === undefined
      ? undefined
      : yield* found(stores, projectId, visibility, sought)
  return yield* stores.rules.list(projectId, visibility, { ...filter, ids }, window)
})

/** `rules`: as the caller sees them. */
export const withActivity = Effect.fnUntraced(function* (
  { activity, naming, subjects }: Stores,
  projectId: string,
  visibility: Visibility,
  rules: ReadonlyArray<SavedRule>
) {
  const lately = yield* activity.of(
    projectId,
    visibility,
    rules.map((r) => r.id)
  )
  const names = yield* naming.of(projectId, rules.map(documentOf))
  const everybody = rules.length === 0 ? [] : yield* everybodyNow(subjects, projectId, visibility)
  return rules.map((rule) => {
    const document = documentOf(rule)
    return {
      ...rule,
      sentence: sentence(document, names),
      covers: coverOf(document, everybody),
      ...lately.get(rule.id)
    }
  })
})

// An automation as one sentence.
import { words } from "../../../words/language.ts"
import { span } from "../../time/zoneTime.ts"
import type { AutomationForm } from "./automationForm.ts"

/** Names that are listed; longer lists are counted. */
const MAX_NAMES = 3

/** SentencePart is a part of the sentence. */
interface SentencePart {
  readonly text: string
  /** configured by the author */
  readonly strong: boolean
}

/** SentenceNames are the names that the sentence needs. */
interface SentenceNames {
  /** names by id; missing ids are unknown or deleted */
  readonly rules: ReadonlyMap<string, string>
  readonly animals: ReadonlyMap<string, string>
  /** the project's word for its subjects */
  readonly word: { readonly one: string; readonly many: string }
}

/** Returns the names of a short list; undefined: they are too many, or one is not known. */
const namesOf = (
  ids: ReadonlyArray<string>,
  names: ReadonlyMap<string, string>
): ReadonlyArray<string> | undefined => {
  const known = ids.flatMap((id) => names.get(id) ?? [])
  return ids.length <= MAX_NAMES && known.length === ids.length ? known : undefined
}

/** ageText formats the maximum age of events. */
export const ageText = (seconds: number): string =>
  seconds > 0 && seconds % 86_400 === 0 ? `${seconds / 86_400} d` : span(seconds)

/** sentenceOf returns the sentence of a form. */
export const sentenceOf = (
  form: AutomationForm,
  { animals, rules, word }: SentenceNames
): ReadonlyArray<SentencePart> => {
  const text = words.automations.sentence
  const strong = (part: string): SentencePart => ({ text: part, strong: true })
  const listed = (names: ReadonlyArray<string> | undefined, counted: string): SentencePart =>
    strong(names === undefined ? counted : text.names({ names }))
  const { entity_ids, event_types, receivers, rule_ids } = form
  const ruleNames = namesOf(rule_ids, rules)
  const sentence = text.whole<SentencePart>({
    by:
      rule_ids.length === 0
        ? strong(text.anything)
        : listed(ruleNames, text.rules({ count: rule_ids.length })),
    isMany: ruleNames === undefined && rule_ids.length > 1,
    isAlert: form.require_alert,
    severity: strong(text.severities[form.min_severity]),
    types:
      event_types.length === 0
        ? null
        : listed(
            event_types.length <= MAX_NAMES ? event_types : undefined,
            text.types({ count: event_types.length })
          ),
    about:
      entity_ids.length === 0
        ? strong(text.any({ entity: word.one }))
        : listed(namesOf(entity_ids, animals), text.entities({ count: entity_ids.length, ...word })),
    tell: strong(receivers.length === 0 ? text.noReceivers : text.receivers({ count: receivers.length })),
    age: strong(ageText(form.max_event_age_seconds))
  })
  return sentence.map((part) => (typeof part === "string" ? { text: part, strong: false } : part))
}

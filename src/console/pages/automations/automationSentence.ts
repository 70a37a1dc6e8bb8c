// An automation as one sentence.
import { counted } from "../../design/numbers.ts"
import { span } from "../../time/zoneTime.ts"
import type { AutomationForm } from "./automationForm.ts"

/** Names that are listed; longer lists are counted. */
const MAX_NAMES = 3

const oneOf = (names: ReadonlyArray<string>): string =>
  [names.slice(0, -1).join(", "), ...names.slice(-1)].filter((part) => part !== "").join(" or ")

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

const listed = (
  ids: ReadonlyArray<string>,
  names: ReadonlyMap<string, string>,
  [one, many]: readonly [string, string]
): string => {
  const known = ids.flatMap((id) => names.get(id) ?? [])
  return ids.length <= MAX_NAMES && known.length === ids.length
    ? oneOf(known)
    : counted(ids.length, one, many)
}

const SEVERITIES = {
  info: "any severity",
  warning: "at least warning",
  critical: "critical severity"
} as const

/** ageText formats the maximum age of events. */
export const ageText = (seconds: number): string =>
  seconds > 0 && seconds % 86_400 === 0 ? `${seconds / 86_400} d` : span(seconds)

/** sentenceOf returns the sentence of a form. */
export const sentenceOf = (
  form: AutomationForm,
  { animals, rules, word }: SentenceNames
): ReadonlyArray<SentencePart> => {
  const plain = (text: string) => ({ text, strong: false }),
    strong = (text: string) => ({ text, strong: true })
  const who = form.rule_ids.length === 0 ? "anything" : listed(form.rule_ids, rules, ["of a rule", "rules"])
  const whom =
    form.entity_ids.length === 0 ? `any ${word.one}` : listed(form.entity_ids, animals, [word.one, word.many])
  return [
    plain("When "),
    strong(who),
    plain(form.rule_ids.length > MAX_NAMES ? " make " : " makes "),
    plain(form.require_alert ? "an alert of " : "an event of "),
    strong(SEVERITIES[form.min_severity]),
    ...(form.event_types.length === 0
      ? []
      : [
          plain(" and of type "),
          strong(
            form.event_types.length <= MAX_NAMES
              ? oneOf(form.event_types)
              : `${form.event_types.length} kinds`
          )
        ]),
    plain(", about "),
    strong(whom),
    plain(", tell "),
    strong(form.receivers.length === 0 ? "nobody yet" : counted(form.receivers.length, "receiver")),
    plain(", unless the event is over "),
    strong(ageText(form.max_event_age_seconds)),
    plain(" old.")
  ]
}

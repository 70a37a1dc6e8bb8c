// Labels and values of an automation's members, for the comparison of two versions.
import { words } from "../../../words/language.ts"
import type { FormKey, Receiver } from "./automationForm.ts"
import { ageText } from "./automationSentence.ts"

const isReceivers = (key: FormKey, value: unknown): value is ReadonlyArray<Receiver> =>
  key === "receivers" && Array.isArray(value)

/** fieldWords returns the label of a member and a function that formats its value. */
export const fieldWords = (key: FormKey, nameOf: (userId: string) => string) => ({
  label: words.automations.members.labels[key],
  say: (value: unknown): string =>
    isReceivers(key, value)
      ? value.map(({ to, type }) => (type === "telegram" ? nameOf(to) : to)).join(", ")
      : key === "max_event_age_seconds"
        ? ageText(Number(value))
        : key === "event_types" && Array.isArray(value) && value.length > 0
          ? value.join(", ")
          : Array.isArray(value)
            ? value.length === 0
              ? words.automations.members.any
              : words.automations.members.chosen({ count: value.length })
            : typeof value === "boolean"
              ? value
                ? words.automations.members.yes
                : words.automations.members.no
              : String(value)
})

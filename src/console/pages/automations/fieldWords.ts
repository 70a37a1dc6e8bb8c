// Labels and values of an automation's members, for the comparison of two versions.
import { counted } from "../../design/numbers.ts"
import type { FormKey, Receiver } from "./automationForm.ts"
import { ageText } from "./automationSentence.ts"

const LABELS: Readonly<Record<FormKey, string>> = {
  name: "Name",
  min_severity: "At least",
  require_alert: "Only with an alert",
  event_types: "Of type",
  rule_ids: "Made by",
  entity_ids: "About",
  max_event_age_seconds: "No older than",
  remind_acknowledged: "Reminders once acknowledged",
  receivers: "Tell"
}

const isReceivers = (key: FormKey, value: unknown): value is ReadonlyArray<Receiver> =>
  key === "receivers" && Array.isArray(value)

/** fieldWords returns the label of a member and a function that formats its value. */
export const fieldWords = (key: FormKey, nameOf: (userId: string) => string) => ({
  label: LABELS[key],
  say: (value: unknown): string =>
    isReceivers(key, value)
      ? value.map(({ to, type }) => (type === "telegram" ? nameOf(to) : to)).join(", ")
      : key === "max_event_age_seconds"
        ? ageText(Number(value))
        : key === "event_types" && Array.isArray(value) && value.length > 0
          ? value.join(", ")
          : Array.isArray(value)
            ? value.length === 0
              ? "any"
              : counted(value.length, "chosen", "chosen")
            : typeof value === "boolean"
              ? value
                ? "yes"
                : "no"
              : String(value)
})

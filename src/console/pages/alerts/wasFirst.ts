// Concurrent steps: where another member was first, the server makes no step and returns the alert unchanged, so only
// its steps show that.
import { words } from "../../../words/language.ts"
import type { Alert } from "../../data/alerts.ts"
import type { Step } from "../../data/alerts/shownAlerts.ts"
import { capital, doerWord } from "../../shell/words.ts"

/**
 * wasFirst returns a message where the current status comes from another step than the requested one: from
 * another member, or from the user with another note; null: it is the requested step.
 */
export const wasFirst = (
  { steps }: Pick<Alert, "steps">,
  step: Step,
  note: string | undefined,
  me: string | undefined
): string | null => {
  // notes of the server change no status
  const made = steps.findLast(({ from, to }) => from !== to)
  if (made === undefined) return null
  const { actor } = made
  const isOwn = actor.kind === "user" && actor.id === me
  if (isOwn && (step === "acknowledge" || made.note === (note ?? null))) return null
  const who = isOwn ? null : (actor.name ?? capital(doerWord(actor)))
  return words.alerts.wasFirst({ who, step, isNoteLost: note !== undefined })
}

// Somebody else was first: the server makes no step then and answers with the alert as it is, so that its steps
// alone say so.
import type { Alert } from "../queries/alerts.ts"
import type { Step } from "../queries/alertSteps.ts"
import { capital, doerWord } from "../shell/words.ts"

const DID: Readonly<Record<Step, string>> = {
  acknowledge: "has it already",
  resolve: "resolved it first",
  reopen: "reopened it first"
}

/**
 * What is to be said where the step that an alert stands by is not the one that was asked for: it is somebody
 * else's, or one's own with another note. null: it is that one.
 */
export const wasFirst = (
  { steps }: Pick<Alert, "steps">,
  step: Step,
  note: string | undefined,
  me: string | undefined
): string | null => {
  // what the program notes moves nothing
  const made = steps.findLast(({ from, to }) => from !== to)
  if (made === undefined) return null
  const { actor } = made
  const isOwn = actor.kind === "user" && actor.id === me
  if (isOwn && (step === "acknowledge" || made.note === (note ?? null))) return null
  const who = isOwn ? "You" : (actor.name ?? capital(doerWord(actor)))
  return `${who} ${DID[step]}${note === undefined ? "" : "; your note was not kept"}.`
}

// Actions on alerts, from any page: shown at once, with a toast where the server refuses.
import { words } from "../../words/language.ts"
import { useMemo } from "react"
import { sentenceOf } from "../data/api/Refused.ts"
import type { Alert } from "../data/alerts.ts"
import { makeStep, takeBack } from "../data/alerts/alertSteps.ts"
import type { Step } from "../data/alerts/shownAlerts.ts"
import { dismissToast } from "../data/liveStore.ts"
import { queryClient } from "../data/queryClient.ts"
import { session } from "../data/session.ts"
import { toast } from "./toasts.ts"
import { wasFirst } from "../pages/alerts/wasFirst.ts"

const nothing = (): void => undefined

/** Undoes the user's own last step. */
const undo = (alert: Alert): Promise<void> =>
  takeBack(alert).then(
    () => toast(words.common.step.takenBack({ title: alert.title })),
    (refused: unknown) => toast(sentenceOf(refused), "bad")
  )

/**
 * Makes a step on an alert; a refusal is shown as a toast. Returns why the note was not saved; null: it was,
 * or there was none. `onDone` runs before the toast.
 */
const take = async (
  alert: Alert,
  step: Step,
  note?: string,
  onDone: () => void = nothing
): Promise<string | null> => {
  const { title } = alert
  const onUnsent = (cancel: () => void): void => toast(words.alerts.waitsToBeSent({ title }), "good", cancel)
  dismissToast(alert.id)
  try {
    const moved = await makeStep(alert, step, { note, ...(step === "acknowledge" ? { onUnsent } : {}) })
    const first = wasFirst(moved, step, note, queryClient.getQueryData(session.queryKey)?.id)
    if (first !== null && note !== undefined) {
      toast(`${title}: ${first}`, "bad")
      return first
    }
    onDone()
    if (first === null) toast(words.common.step[step]({ title }), "good", () => void undo(moved))
    else toast(`${title}: ${first}`)
    return null
  } catch (refused) {
    const isTakenBack = refused instanceof DOMException && refused.name === "AbortError"
    if (isTakenBack) return null
    toast(`${title}: ${sentenceOf(refused)}`, "bad")
    return sentenceOf(refused)
  }
}

/** Returns the actions on alerts. */
export const useActs = () =>
  useMemo(
    () => ({
      acknowledge: (alert: Alert) => take(alert, "acknowledge"),
      takeBack: undo,
      resolve: (alert: Alert, note: string, onDone: () => void) =>
        take(alert, "resolve", note === "" ? undefined : note, onDone),
      reopen: (alert: Alert, why: string, onDone: () => void) => take(alert, "reopen", why, onDone)
    }),
    []
  )

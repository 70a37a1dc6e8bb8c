// What people do about alerts, from wherever they do it: shown at once, said if it was refused.
import { useMemo } from "react"
import { sentenceOf } from "../api/Refused.ts"
import { type Alert, moveAlert, takeBack } from "../queries/alerts.ts"
import { dismiss } from "../queries/desk.ts"
import { say } from "./notices.ts"
import { isUnsent, sendLater } from "../alerts/outbox.ts"

/** One step of an alert; what was refused is told to whoever is there. */
const take = async (
  alert: Alert,
  step: "acknowledge" | "resolve" | "reopen",
  done: string,
  note?: string
) => {
  dismiss(alert.id)
  try {
    const moved = await moveAlert(alert, step, note)
    const undo = () =>
      void takeBack(moved).then(
        () => say(`Taken back: ${alert.title}`),
        (refused: unknown) => say(sentenceOf(refused), "bad")
      )
    say(`${done}: ${alert.title}`, "good", undo)
  } catch (refused) {
    if (step === "acknowledge" && isUnsent(refused)) return sendLater(alert)
    say(`${alert.title}: ${sentenceOf(refused)}`, "bad")
  }
}

export const useActs = () =>
  useMemo(
    () => ({
      acknowledge: (alert: Alert) => take(alert, "acknowledge", "Acknowledged"),
      resolve: (alert: Alert, note: string) =>
        take(alert, "resolve", "Resolved", note === "" ? undefined : note),
      reopen: (alert: Alert, why: string) => take(alert, "reopen", "Reopened", why)
    }),
    []
  )

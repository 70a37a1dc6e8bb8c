// Acknowledgements that found no server: kept in this tab, and sent when it answers again. Nothing else waits: whoever
// acknowledges has gone to look, and what is sent later says no less.
import { Refused, sentenceOf } from "../api/Refused.ts"
import type { Alert } from "../queries/alerts.ts"
import { hideStep, moveAlert, showStep } from "../queries/alertSteps.ts"
import { readDesk, watchDesk } from "../queries/desk.ts"
import { queryClient } from "../queries/queryClient.ts"
import { session } from "../queries/session.ts"
import { say } from "../shell/notices.ts"
import { tellUnsent } from "./unsent.ts"
import { wasFirst } from "./wasFirst.ts"

interface Letter {
  readonly alert: Alert
  /** who meant it: nobody else sends it */
  readonly by: string
}

/** Ms between two tries while the page is connected. */
const TRY_EVERY_MS = 10_000

const letters = new Map<string, Letter>()
let sending = false

let timer: ReturnType<typeof setInterval> | undefined

const tell = (): void => {
  tellUnsent(letters.size)
  // the stream may stand while a request was lost
  if (letters.size > 0) timer ??= setInterval(tryAll, TRY_EVERY_MS)
  else {
    clearInterval(timer)
    timer = undefined
  }
}

/** No answer came, or one that asks who somebody is: both pass. */
export const isUnsent = (error: unknown): boolean =>
  error instanceof Refused && (error.status === 0 || error.status === 401)

/** It is shown as if it were done; the answer takes it back. */
export const sendLater = (alert: Alert): void => {
  const by = queryClient.getQueryData(session.queryKey)?.id
  if (by === undefined) return
  letters.set(alert.id, { alert, by })
  showStep(alert, "acknowledge")
  tell()
  say(`Waits to be sent: ${alert.title}`, "good", () => {
    letters.delete(alert.id)
    hideStep(alert, "acknowledge")
    tell()
  })
}

/** Whether it is settled: sent, refused with a word, or not for whoever is here now. */
const send = async ({ alert, by }: Letter): Promise<boolean> => {
  if (queryClient.getQueryData(session.queryKey)?.id !== by) return true
  try {
    const first = wasFirst(await moveAlert(alert, "acknowledge"), "acknowledge", undefined, by)
    say(first === null ? `Acknowledged: ${alert.title}` : `${alert.title}: ${first}`)
  } catch (refused) {
    if (isUnsent(refused)) {
      showStep(alert, "acknowledge")
      return false
    }
    say(`${alert.title}: ${sentenceOf(refused)}`, "bad")
  }
  return true
}

const sendAll = async (): Promise<void> => {
  sending = true
  try {
    for (const [id, letter] of letters) {
      if (!(await send(letter))) return
      letters.delete(id)
      tell()
    }
  } finally {
    sending = false
  }
}

function tryAll(): void {
  if (readDesk().connection === "live" && letters.size > 0 && !sending) void sendAll()
}

watchDesk(tryAll)

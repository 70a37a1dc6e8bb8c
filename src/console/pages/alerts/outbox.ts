// Offline queue for acknowledgements: kept in this tab and sent when the server answers again. Other actions are not
// queued: only an acknowledgement means the same when it arrives later.
import { words } from "../../../words/language.ts"
import { Refused, sentenceOf } from "../../data/api/Refused.ts"
import type { Alert } from "../../data/alerts.ts"
import { hideStep, moveAlert, showStep } from "../../data/alertSteps.ts"
import { readLiveState, watchLiveState } from "../../data/liveStore.ts"
import { queryClient } from "../../data/queryClient.ts"
import { session } from "../../data/session.ts"
import { toast } from "../../shell/toasts.ts"
import { tellUnsent } from "./unsent.ts"
import { wasFirst } from "./wasFirst.ts"

interface Letter {
  readonly alert: Alert
  /** id of the user who acknowledged; sent only in this user's session */
  readonly by: string
}

/** Interval between attempts while the page is connected. */
const TRY_EVERY_MS = 10_000

const letters = new Map<string, Letter>()
let sending = false

let timer: ReturnType<typeof setInterval> | undefined

const tell = (): void => {
  tellUnsent(letters.size)
  // a single request may be lost while the event stream stays up
  if (letters.size > 0) timer ??= setInterval(tryAll, TRY_EVERY_MS)
  else {
    clearInterval(timer)
    timer = undefined
  }
}

/** isUnsent tells whether an error is worth a retry: no response, or a session that has expired. */
export const isUnsent = (error: unknown): boolean =>
  error instanceof Refused && (error.status === 0 || error.status === 401)

/** sendLater queues an acknowledgement and shows the alert as acknowledged; a refusal reverts that. */
export const sendLater = (alert: Alert): void => {
  const by = queryClient.getQueryData(session.queryKey)?.id
  if (by === undefined) return
  letters.set(alert.id, { alert, by })
  showStep(alert, "acknowledge")
  tell()
  toast(words.alerts.outbox.waits(alert), "good", () => {
    letters.delete(alert.id)
    hideStep(alert, "acknowledge")
    tell()
  })
}

/** Returns whether the acknowledgement leaves the queue: sent, refused, or queued by another user. */
const send = async ({ alert, by }: Letter): Promise<boolean> => {
  if (queryClient.getQueryData(session.queryKey)?.id !== by) return true
  try {
    const first = wasFirst(await moveAlert(alert, "acknowledge"), "acknowledge", undefined, by)
    toast(first === null ? words.alerts.outbox.sent(alert) : `${alert.title}: ${first}`)
  } catch (refused) {
    if (isUnsent(refused)) {
      showStep(alert, "acknowledge")
      return false
    }
    toast(`${alert.title}: ${sentenceOf(refused)}`, "bad")
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
  if (readLiveState().connection === "live" && letters.size > 0 && !sending) void sendAll()
}

watchLiveState(tryAll)

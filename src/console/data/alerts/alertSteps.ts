// Steps of users on alerts, as mutations: shown while they are under way, and replaced by the server's answer.
import { type Mutation, onlineManager } from "@tanstack/react-query"
import { noteAlert } from "../alerts.ts"
import { type Call, call } from "../api/call.ts"
import { Refused } from "../api/Refused.ts"
import { queryClient } from "../queryClient.ts"
import { session } from "../session.ts"
import { type Alert, alertStore, keyOf } from "./alertStore.ts"
import { type Step, STEP_KEY, type StepRequest } from "./shownAlerts.ts"

type Sent = Call<"POST", "/projects/:project_id/alerts/:alert_id/acknowledge">

/** The calls of the steps. Paths are written out, so that a search for a path finds them. */
const stepCalls = {
  acknowledge: (sent: Sent) => call("POST", "/projects/:project_id/alerts/:alert_id/acknowledge", sent),
  resolve: (sent: Sent) => call("POST", "/projects/:project_id/alerts/:alert_id/resolve", sent),
  reopen: (sent: Sent) => call("POST", "/projects/:project_id/alerts/:alert_id/reopen", sent)
} satisfies Readonly<Record<Step, unknown>>

const userNow = (): string | undefined => queryClient.getQueryData(session.queryKey)?.id

/** Refetches what shows an alert. */
const readAgain = async ({ event_id, id, project_id }: Alert): Promise<void> => {
  const keys = [
    ...["alerts", "alerts about", "alert summary"].map((key) => [key, project_id]),
    ["alert", project_id, id],
    ["event", project_id, event_id]
  ]
  await Promise.all(keys.map((queryKey) => queryClient.invalidateQueries({ queryKey })))
}

/**
 * Whether the alert has changed since it was read: another user's step came first, or it is not visible any
 * more.
 */
const isOvertaken = (refusal: unknown): boolean =>
  refusal instanceof Refused && (refusal.status === 409 || refusal.status === 404)

/** Whether an error is worth a retry: no response, or a session that has expired. */
const isUnsent = (refusal: unknown): boolean =>
  refusal instanceof Refused && (refusal.status === 0 || refusal.status === 401)

/** RESEND_MS is the delay before a step is sent again while the page is connected: one request was lost. */
const RESEND_MS = 10_000

/** Builds the mutation of a step. One that was sent before is paused until the live stream is connected. */
const buildStep = (request: StepRequest): Mutation<Alert, unknown, StepRequest> =>
  queryClient.getMutationCache().build(queryClient, {
    mutationKey: STEP_KEY,
    networkMode: request.resendMs === undefined ? "always" : "online",
    mutationFn: async ({ alert, by, note, resendMs = 0, step, takenBack }) => {
      if (resendMs > 0) await new Promise((later) => setTimeout(later, resendMs))
      takenBack.throwIfAborted()
      if (by !== userNow()) throw new DOMException("another user has signed in", "AbortError")
      return stepCalls[step]({
        params: { project_id: alert.project_id, alert_id: alert.id },
        ...(note === undefined ? {} : { body: { note } })
      })
    },
    onSuccess: noteAlert,
    // the step is shown until the reads have ended, so that its alert does not flash back
    onError: (refusal, { alert }) => {
      const known = alertStore.read().get(keyOf(alert))
      const isOld = known !== undefined && known.steps.length > alert.steps.length
      return isOvertaken(refusal) || isOld ? readAgain(alert) : undefined
    }
  })

interface StepOptions {
  readonly note?: string | undefined
  /**
   * Called where the step waits for the server instead of failing, with a function that takes it back. Only
   * an acknowledgement may wait: it means the same when it arrives later.
   */
  readonly onUnsent?: ((cancel: () => void) => void) | undefined
}

/**
 * Makes a step, shown at once. If the server refuses it, it is not shown any more; if the alert has changed
 * meanwhile, it is refetched.
 *
 * @throws Refused; AbortError where an unsent step was taken back, or another user has signed in
 */
export const makeStep = async (
  alert: Alert,
  step: Step,
  { note, onUnsent }: StepOptions = {}
): Promise<Alert> => {
  const by = userNow()
  const takingBack = new AbortController(),
    { signal: takenBack } = takingBack
  let request: StepRequest = { alert, step, note, by, takenBack }
  let mutation = buildStep(request)
  const cancel = (): void => {
    takingBack.abort()
    queryClient.getMutationCache().remove(mutation)
  }
  for (;;) {
    try {
      return await mutation.execute(request)
    } catch (refusal) {
      takenBack.throwIfAborted()
      if (onUnsent === undefined || by === undefined || !isUnsent(refusal)) throw refusal
      if (request.resendMs === undefined) onUnsent(cancel)
      request = { ...request, resendMs: onlineManager.isOnline() ? RESEND_MS : 0 }
      mutation = buildStep(request)
    }
  }
}

/**
 * Undoes the user's own last step, which is possible for a minute.
 *
 * @throws Refused where a later step exists
 */
export const takeBack = async (alert: Alert): Promise<Alert> => {
  const step = alert.steps.at(-1)
  if (step === undefined) return alert
  const before = await call("POST", "/projects/:project_id/alerts/:alert_id/undo", {
    params: { project_id: alert.project_id, alert_id: alert.id },
    body: { step_at: step.at }
  })
  noteAlert(before)
  return before
}

/** Lets unsent steps wait until the live stream is connected. The browser's own offline flag is often wrong. */
export const followConnection = (
  watch: (tell: (state: { readonly connection: string }) => void) => () => void
): void =>
  onlineManager.setEventListener((setOnline) => watch(({ connection }) => setOnline(connection === "live")))

// Webhooks: a POST signed as in Standard Webhooks, with the delivery's id as `webhook-id` in every attempt. 2xx
// within ten seconds is success; 410 is final; everything else is retried.
import { Clock, Effect } from "effect"
import { Webhook } from "standardwebhooks"
import type { Dispatcher } from "undici"
import type { ClaimedDelivery } from "../../domain/automation/ClaimedDelivery.ts"
import { webhookBody } from "../../domain/automation/Message.ts"
import { type WebhookHeaders, webhookHeaders } from "../../domain/automation/webhookHeaders.ts"
import { failed, type Outcome, sent } from "../../domain/automation/Outcome.ts"
import type { Channel } from "../ports.ts"
import { type HttpAnswer, type NoAnswer, post } from "./post.ts"

const TIMEOUT_MS = 10_000
/** MAX_ANSWER_CHARACTERS is how much of a refusal is stored. */
const MAX_ANSWER_CHARACTERS = 300

const outcomeOf = ({ retryAfterMs, status, text }: HttpAnswer): Outcome => {
  if (status >= 200 && status < 300) return sent(`${status}`)
  if (status === 410) return failed("RECEIVER_GONE", "the receiver answered 410", { final: true })
  const said = text.trim() === "" ? "" : `: ${text.trim().slice(0, MAX_ANSWER_CHARACTERS).toWellFormed()}`
  const redirect = status >= 300 && status < 400 ? " (redirects are not followed)" : ""
  return failed("RECEIVER_REFUSED", `the receiver answered ${status}${redirect}${said}`, {
    retryAfterMs
  })
}

const noAnswer = (target: string, { code }: NoAnswer): Outcome =>
  code === "ERR_IP_BLOCKED"
    ? failed("ADDRESS_FORBIDDEN", `${target} is not on the public internet`, { final: true })
    : code === "TIMED_OUT"
      ? failed("TIMED_OUT", `no answer within ${TIMEOUT_MS / 1000} s`)
      : failed("UNREACHABLE", `${target} cannot be reached: ${code}`)

/**
 * Returns the headers of a request: one signature for each valid secret, so that a receiver may have the new
 * one or the previous one.
 */
const headersOf = ({ deliveryId, secrets }: ClaimedDelivery, body: string, now: number): WebhookHeaders =>
  webhookHeaders(
    deliveryId,
    now,
    secrets.map((secret) => new Webhook(secret).sign(deliveryId, new Date(now), body)).join(" ")
  )

/** Makes the channel; `agent` decides which addresses may be reached. */
export const webhook = (agent: Dispatcher): Channel =>
  Effect.fnUntraced(function* (claimed) {
    if (claimed.action?.type !== "webhook") return yield* Effect.die("this is no webhook")
    const body = JSON.stringify(webhookBody(claimed))
    const headers = headersOf(claimed, body, yield* Clock.currentTimeMillis)
    return yield* post(agent, { url: claimed.action.url, headers, body, timeoutMs: TIMEOUT_MS }).pipe(
      Effect.map(outcomeOf),
      Effect.catch((error) => Effect.succeed(noAnswer(claimed.target, error)))
    )
  })

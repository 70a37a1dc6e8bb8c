// The headers of a webhook, as Standard Webhooks has them.
import * as Schema from "effect/Schema"

/** WebhookHeaders are the headers of Standard Webhooks. */
export const WebhookHeaders = Schema.Struct({
  "content-type": Schema.String,
  "user-agent": Schema.String,
  "webhook-id": Schema.String,
  "webhook-timestamp": Schema.String,
  "webhook-signature": Schema.String
}).annotate({ identifier: "WebhookHeaders" })
export type WebhookHeaders = typeof WebhookHeaders.Type

/** webhookHeaders are sent with every attempt; `now` is its time, epoch ms. */
export const webhookHeaders = (deliveryId: string, now: number, signature: string): WebhookHeaders => ({
  "content-type": "application/json",
  "user-agent": "Pugmark",
  "webhook-id": deliveryId,
  "webhook-timestamp": String(Math.floor(now / 1000)),
  "webhook-signature": signature
})

// Actions of an automation: call a webhook, send e-mails, write to a Telegram chat. As requests send them, as they
// are stored, and as they are shown once.
import * as Schema from "effect/Schema"
import * as SchemaTransformation from "effect/SchemaTransformation"
import { Uuid } from "../schemas.ts"

/** actionTypes are the types of actions. */
export const actionTypes = ["webhook", "email", "telegram"] as const
/** ActionType is the channel of an action. */
export type ActionType = (typeof actionTypes)[number]

/** A key of 24 to 64 bytes in base64 behind `whsec_`, as Standard Webhooks has it. */
const WebhookSecret = Schema.String.check(
  Schema.isPattern(
    /^whsec_(?:[A-Za-z0-9+/]{4}){8,20}(?:[A-Za-z0-9+/]{3}=|(?:[A-Za-z0-9+/]{4})?(?:[A-Za-z0-9+/]{2}==)?)$/u,
    { expected: "whsec_ and 24 to 64 bytes in base64" }
  )
)

/** MailAddress is a single bare address: no name, no list, no characters that could break a mail header. */
export const MailAddress = Schema.String.check(
  Schema.isMaxLength(254),
  Schema.isPattern(/^[^\s@<>()[\],;:\\"\p{Cc}]{1,64}@[^\s@<>()[\],;:\\"\p{Cc}]+$/u, {
    expected: "a bare e-mail address"
  })
)

const webhook = { type: Schema.Literal("webhook"), url: Schema.String.check(Schema.isMaxLength(2000)) }
const addresses = Schema.Array(MailAddress).check(Schema.isMinLength(1), Schema.isMaxLength(20))
const email = Schema.Struct({ type: Schema.Literal("email"), to: addresses })
/** emailInput also accepts a single address that is not in a list. */
const emailInput = Schema.Struct({
  ...email.fields,
  to: Schema.Union([
    addresses,
    MailAddress.pipe(
      Schema.decodeTo(
        addresses,
        SchemaTransformation.transform({
          decode: (address: string): ReadonlyArray<string> => [address],
          encode: ([address = ""]: ReadonlyArray<string>) => address
        })
      )
    )
  ])
})
const telegram = Schema.Struct({
  type: Schema.Literal("telegram"),
  user_id: Uuid.annotate({ description: "Whose linked chat; see /auth/me/telegram" })
})

const kept = { id: Uuid }
const sent = {
  id: Schema.optionalKey(
    Uuid.annotate({ description: "Of an action that is there already and goes on, with its secret" })
  )
}

/** An action as it is kept and shown. */
export const Action = Schema.Union([
  Schema.Struct({ ...kept, ...webhook }),
  Schema.Struct({ ...kept, ...email.fields }),
  Schema.Struct({ ...kept, ...telegram.fields })
]).annotate({ identifier: "Action" })
export type Action = typeof Action.Type

/** An action in the one answer that shows the secret of a new webhook. */
export const OpenedAction = Schema.Union([
  Schema.Struct({
    ...kept,
    ...webhook,
    secret: Schema.optionalKey(Schema.String.annotate({ description: "Signs the requests; shown this once" }))
  }),
  Schema.Struct({ ...kept, ...email.fields }),
  Schema.Struct({ ...kept, ...telegram.fields })
]).annotate({ identifier: "OpenedAction" })
export type OpenedAction = typeof OpenedAction.Type

/** An action as people send it. A webhook without a `secret` gets one made. */
export const ActionInput = Schema.Union([
  Schema.Struct({ ...sent, ...webhook, secret: Schema.optionalKey(WebhookSecret) }),
  Schema.Struct({ ...sent, ...emailInput.fields }),
  Schema.Struct({ ...sent, ...telegram.fields })
]).annotate({ identifier: "NewAction" })
export type ActionInput = typeof ActionInput.Type

/** Receiver is the destination of a delivery, and the group of receivers that it belongs to. */
interface Receiver {
  /** the origin of a webhook (its path may be a secret), an address, a user's id */
  readonly target: string
  /**
   * shares a limit of concurrent attempts: the host of a webhook, or `email` for all mail, or `telegram` for
   * all chats
   */
  readonly receiverGroup: string
}

/** Returns the receivers of an action, each with a delivery of its own. */
export const receiversOf = (action: Action): ReadonlyArray<Receiver> => {
  switch (action.type) {
    case "webhook": {
      const { host, origin } = new URL(action.url)
      return [{ target: origin, receiverGroup: `webhook ${host}` }]
    }
    case "email":
      return [...new Set(action.to)].map((target) => ({ target, receiverGroup: "email" }))
    case "telegram":
      return [{ target: action.user_id, receiverGroup: "telegram" }]
  }
}

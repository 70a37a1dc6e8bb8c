// The chat of a user, as the user sees it, and the code that links one.
import * as Schema from "effect/Schema"
import { Instant, Uuid } from "../schemas.ts"

/** ChatLink is the linked chat of a user. */
export const ChatLink = Schema.Struct({
  user_id: Uuid.annotate({ description: "What a telegram action names" }),
  linked: Schema.Boolean,
  linked_at: Schema.NullOr(Instant)
}).annotate({ identifier: "ChatLink" })
export type ChatLink = typeof ChatLink.Type

/** To be told to the bot in the chat that is to be linked. */
export const ChatCode = Schema.Struct({
  code: Schema.String,
  command: Schema.String.annotate({ description: "What to send to the bot" }),
  link: Schema.NullOr(Schema.String).annotate({
    description: "Opens the chat with the bot and sends it; null while no worker has met the bot"
  }),
  expires_at: Instant
}).annotate({ identifier: "ChatCode" })
export type ChatCode = typeof ChatCode.Type

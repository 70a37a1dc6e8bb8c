// What stopped a rule, as answers have it.
import * as Schema from "effect/Schema"
import { Message, SENTENCE_MESSAGE_DESCRIPTION } from "../../domain/messageSchemas.ts"

/** FirstStop is what kept a rule from firing, or from making an alert. */
export const FirstStop = Schema.Struct({
  path: Schema.String,
  code: Schema.String,
  detail: Schema.String,
  detail_message: Message.annotate({ description: SENTENCE_MESSAGE_DESCRIPTION })
})

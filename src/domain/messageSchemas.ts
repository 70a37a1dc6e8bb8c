// Messages on the wire: a sentence of the server as code and parameters, for clients that say it in another language.
import * as Schema from "effect/Schema"
import type { Message as MessageType } from "../words/message.ts"

const accent = {
  strong: Schema.optionalKey(Schema.Boolean.annotate({ description: "It stands out" })),
  path: Schema.optionalKey(
    Schema.String.annotate({ description: "JSON Pointer to the member of a document that it says" })
  )
}

/** SentencePart is a phrase of a sentence in English. */
export const SentencePart = Schema.Struct({
  text: Schema.String,
  strong: Schema.Boolean.annotate({ description: "It stands out: an author or a record says it" }),
  path: Schema.NullOr(Schema.String).annotate({ description: "JSON Pointer into the document" })
}).annotate({ identifier: "SentencePart" })

/** Message is a sentence or a part of one. */
export const Message: Schema.Codec<MessageType> = Schema.suspend((): Schema.Codec<MessageType> =>
  Schema.Union([
    Schema.Struct({ text: Schema.String.annotate({ description: "Data: a name, a number" }), ...accent }),
    Schema.Struct({
      code: Schema.String.annotate({
        description: "Of the sentence; clients that do not know it show the English"
      }),
      args: Schema.optionalKey(
        Schema.Record(
          Schema.String,
          Schema.Union([Schema.String, Schema.Finite, Message, Schema.Array(Message)])
        )
      ),
      ...accent
    })
  ])
).annotate({ identifier: "Message" })

/** SENTENCE_MESSAGE_DESCRIPTION describes the message beside an English sentence. */
export const SENTENCE_MESSAGE_DESCRIPTION = "The same as code and parameters, to be said in other languages"

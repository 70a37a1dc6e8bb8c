// What an adapter is: the one thing that knows a payload format. It gives items in our words; their sanity is
// `accept.ts`.
import type { Result } from "effect"
import type { SourceConfig } from "../../tracking/SourceConfig.ts"
import type { JsonObject } from "../../isObject.ts"
import type { Refusal } from "../Report.ts"
import type { Origins } from "./Origin.ts"

/**
 * A part of a body that could not be read, in its place among the items; `text` is what was there, `pointer`
 * the member it is about.
 */
export class UnreadablePart {
  readonly text: string
  readonly detail: string
  readonly pointer: string
  /** whose it is, where that can be read; undefined: not known */
  readonly device: string | undefined
  constructor(text: string, detail: string, pointer = "", device?: string) {
    this.text = text
    this.detail = detail
    this.pointer = pointer
    this.device = device
  }
}

/** Message is a received message, over any transport. */
export interface Message {
  /** "" where a request has none */
  readonly body: string
  /** media type in small letters, without parameters; "" where the request has none */
  readonly contentType: string
  /** what follows the ? of a request, still encoded */
  readonly query: string
  /** of an MQTT message; "" for HTTP */
  readonly topic: string
  /** the broker retained it for new subscribers: it may be old */
  readonly retained: boolean
  /** arrival, epoch ms */
  readonly receivedAt: number
  readonly config: SourceConfig
}

/** Decoder decodes the messages of one payload format. */
export interface Decoder {
  /**
   * Items of a message, unchecked, in order; none where it says nothing that is kept. An `Unreadable` stands
   * where one could not be read, so that its neighbours go on. A refusal is for a message that is not in the
   * format at all.
   */
  readonly decode: (message: Message) => Result.Result<ReadonlyArray<unknown>, Refusal>
  /** Returns the origins of the fields of an item, by the kind of message that the item shows. */
  readonly origins: (item: JsonObject, config: SourceConfig) => Origins
  /**
   * What senders of this format take for a yes, where that is not our own answer: a status, and a body of
   * their own.
   */
  readonly reply?: { readonly status: 200; readonly body?: string }
}

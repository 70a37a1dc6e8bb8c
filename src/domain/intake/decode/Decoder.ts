// What an adapter is: the one thing that knows a payload format. It gives items in our words; their sanity is `accept.ts`.
import type { Result } from "effect"
import type { Refusal } from "../Report.ts"

/** A part of a body that could not be read, in its place among the items; `text` is what was there. */
export class Unreadable {
  readonly text: string
  readonly detail: string
  constructor(text: string, detail: string) {
    this.text = text
    this.detail = detail
  }
}

export interface Decoder {
  /**
   * Items of a body, unchecked, in order; an `Unreadable` stands where one could not be read, so that its neighbours go on. A
   * refusal is for a body that is not in the format at all.
   */
  readonly decode: (body: string, contentType: string) => Result.Result<ReadonlyArray<unknown>, Refusal>
}

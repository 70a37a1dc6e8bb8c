import { Data } from "effect"

/** A role of the database cannot be made or let in; the message says which, why, and what to do. */
export class LoginRefused extends Data.TaggedError("LoginRefused")<{
  readonly message: string
  readonly cause?: unknown
}> {}

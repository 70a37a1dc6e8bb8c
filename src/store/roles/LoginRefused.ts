import { Data } from "effect"

/**
 * LoginRefused means that a role of the database cannot be made or cannot log in; the message says which,
 * why, and what to do.
 */
export class LoginRefused extends Data.TaggedError("LoginRefused")<{
  readonly message: string
  readonly cause?: unknown
}> {}

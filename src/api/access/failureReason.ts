// What the audit log says of a login that failed.
import type { Account } from "../../store/access/Users.ts"

/** Why nobody was let in at an account; null: there is no such account. */
export const failureReason = (account: Account | null): "unknown" | "password" | "disabled" =>
  account === null ? "unknown" : account.enabled ? "password" : "disabled"

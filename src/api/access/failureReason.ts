// What the audit log says of a login that failed.
import type { Account } from "../../store/access/Users.ts"

/** Returns why a login at an account failed; null: there is no such account. */
export const failureReason = (account: Account | null): "unknown" | "password" | "disabled" =>
  account === null ? "unknown" : account.enabled ? "password" : "disabled"

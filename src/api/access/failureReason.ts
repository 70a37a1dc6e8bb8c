// The reason of a failed login, for the audit log.
import type { Account } from "../../store/access/Users.ts"

/** Returns why a login failed; null means that the account does not exist. */
export const failureReason = (account: Account | null): "unknown" | "password" | "disabled" =>
  account === null ? "unknown" : account.enabled ? "password" : "disabled"

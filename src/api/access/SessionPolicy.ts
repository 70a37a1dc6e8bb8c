// How browsers are let in: where the service is reached, how long sessions last, and whose word counts about
// a caller's address.
import { Context } from "effect"
import type { SessionLimits } from "../../store/access/Sessions.ts"

export interface SessionPolicy extends SessionLimits {
  /** how callers reach the service; https: the cookie is for TLS alone */
  readonly publicUrl: string
  /** addresses and networks whose `X-Forwarded-For` is believed */
  readonly trustedProxies: ReadonlyArray<string>
}

/** A policy; what is not said is half a day unused, a week in all, and nobody's word. */
export const policyOf = (
  publicUrl: string,
  said: Partial<Omit<SessionPolicy, "publicUrl">> = {}
): SessionPolicy => ({
  publicUrl,
  idleSeconds: 12 * 3600,
  maxSeconds: 7 * 86_400,
  trustedProxies: [],
  ...said
})

export const SessionPolicy = Context.Reference<SessionPolicy>("api/SessionPolicy", {
  defaultValue: () => policyOf("http://localhost")
})

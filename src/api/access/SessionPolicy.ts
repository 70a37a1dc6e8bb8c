// How sessions of browsers work: the public address, how long sessions last, and which proxies are trusted.
import { Context } from "effect"
import type { SessionLimits } from "../../store/access/Sessions.ts"

/** `SessionPolicy` says how browsers log in, and whose `X-Forwarded-For` is trusted. */
export interface SessionPolicy extends SessionLimits {
  /** the address of the service; with https, the cookie is sent over TLS only */
  readonly publicUrl: string
  /** addresses and networks of proxies whose `X-Forwarded-For` is trusted */
  readonly trustedProxies: ReadonlyArray<string>
}

/** Makes a policy. Defaults: 12 h without use, a week in all, no trusted proxies. */
export const makeSessionPolicy = (
  publicUrl: string,
  overrides: Partial<Omit<SessionPolicy, "publicUrl">> = {}
): SessionPolicy => ({
  publicUrl,
  idleSeconds: 12 * 3600,
  maxSeconds: 7 * 86_400,
  trustedProxies: [],
  ...overrides
})

/** `SessionPolicy` is the policy of this service. */
export const SessionPolicy = Context.Reference<SessionPolicy>("api/SessionPolicy", {
  defaultValue: () => makeSessionPolicy("http://localhost")
})

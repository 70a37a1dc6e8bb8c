// Expiry and state of API tokens.
import { words } from "../../../words/language.ts"

const DAY_MS = 86_400_000

/** ENDS are the choices for the lifetime of a token; `days` null: it does not expire. */
export const ENDS = [
  { key: "30", days: 30 },
  { key: "90", days: 90 },
  { key: "365", days: 365 },
  { key: "never", days: null }
] as const

/** endOf returns the expiry of a new token as members of its request; `now` in epoch ms. */
export const endOf = (key: string, now: number): { readonly expires_at?: string } => {
  const days = ENDS.find((one) => one.key === key)?.days ?? null
  return days === null ? {} : { expires_at: new Date(now + days * DAY_MS).toISOString() }
}

/** isOpen tells whether a token is valid: neither revoked nor expired; `now` in epoch ms. */
export const isOpen = (
  token: { readonly revoked_at: string | null; readonly expires_at: string | null },
  now: number
): boolean => token.revoked_at === null && (token.expires_at === null || Date.parse(token.expires_at) > now)

/** scopesText returns the scopes of a token in one line: `project:read +2`. */
export const scopesText = (scopes: ReadonlyArray<string>): string =>
  scopes.includes("*")
    ? words.account.scopes.everything
    : scopes[0] === undefined
      ? words.account.scopes.nothing
      : scopes.length === 1
        ? scopes[0]
        : words.account.scopes.andMore({ first: scopes[0], more: scopes.length - 1 })

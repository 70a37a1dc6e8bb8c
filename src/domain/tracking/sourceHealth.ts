// The health of a data source in one word, by what it received last.
import { parseInstant } from "../time.ts"

/**
 * sourceHealths are the states of a source. `quiet`: nothing for a day; `failing`: the last report was
 * refused, or its broker is unreachable.
 */
export const sourceHealths = ["ok", "failing", "quiet", "never", "off"] as const
/** SourceHealth is the state of a data source. */
type SourceHealth = (typeof sourceHealths)[number]

const QUIET_MS = 86_400_000

/** SourceFacts are the facts that decide it. */
export interface SourceFacts {
  readonly enabled: boolean
  readonly connection: { readonly status: "connecting" | "connected" | "failed" } | null
  /** when a record came last, and when one was refused last; RFC 3339 */
  readonly lastRecordAt: string | null
  readonly lastErrorAt: string | null
}

/** Returns the health of a source; `now` is epoch ms. */
export const sourceHealth = (
  { connection, enabled, lastErrorAt, lastRecordAt }: SourceFacts,
  now: number
): SourceHealth => {
  if (!enabled) return "off"
  if (connection?.status === "failed") return "failing"
  const record = lastRecordAt === null ? null : parseInstant(lastRecordAt),
    error = lastErrorAt === null ? null : parseInstant(lastErrorAt)
  if (error !== null && (record === null || error > record)) return "failing"
  if (record === null) return "never"
  return now - record > QUIET_MS ? "quiet" : "ok"
}

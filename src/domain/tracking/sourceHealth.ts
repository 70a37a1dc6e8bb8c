// How a data source is doing, in one word: decided from what came by it last.
import { parseInstant } from "../time.ts"

/** `quiet`: nothing for a day; `failing`: what came last was refused, or its broker is away. */
export const sourceHealths = ["ok", "failing", "quiet", "never", "off"] as const
export type SourceHealth = (typeof sourceHealths)[number]

const QUIET_MS = 86_400_000

export interface SourceFacts {
  readonly enabled: boolean
  readonly connection: { readonly status: "connecting" | "connected" | "failed" } | null
  /** when a record came last, and when one was refused last; RFC 3339 */
  readonly lastRecordAt: string | null
  readonly lastErrorAt: string | null
}

/** `now`: epoch ms. */
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

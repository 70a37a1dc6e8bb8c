// Data sources and their tokens: a copy in memory, so that a request without a right costs no transaction,
// and the look inside the transaction that counts.
import { Effect, Semaphore } from "effect"
import type * as SqlClient from "effect/sql/SqlClient"
import { hash, timingSafeEqual } from "node:crypto"
import type { AdapterKey } from "../../domain/tracking/DataSource.ts"
import { readConfig, type SourceConfig } from "../../domain/tracking/SourceConfig.ts"
import { Denied, type SourceCredential } from "../../intake/ports.ts"

export interface SourceRow {
  readonly id: string
  readonly adapter_key: string
  readonly enabled: boolean
  /** its records are of the past: they count as received when they were made */
  readonly history: boolean
  readonly token_hash: Uint8Array
  /** the token before, while it is still good */
  readonly previous_token_hash: Uint8Array | null
}

export const hashOf = (token: string): Uint8Array => hash("sha256", token, "buffer")

/** What a credential opens; null: the source. */
export const denialOf = (source: SourceRow | undefined, { tokenHash }: SourceCredential): Denied | null => {
  if (source === undefined) return new Denied({ reason: "unknown" })
  const matches =
    timingSafeEqual(source.token_hash, tokenHash) ||
    (source.previous_token_hash !== null && timingSafeEqual(source.previous_token_hash, tokenHash))
  if (!matches) return new Denied({ reason: "unknown" })
  return source.enabled ? null : new Denied({ reason: "disabled" })
}

/** The columns of a `SourceRow`. */
export const sourceColumns = `
  id, adapter_key, enabled,
  coalesce(config->'history' = 'true'::jsonb, false) as history,
  token_hash,
  case when previous_token_until > now() then previous_token_hash end as previous_token_hash`

/** A source as the copy has it. */
export interface KnownSource extends SourceRow {
  readonly adapter_key: AdapterKey // a check constraint keeps it one
  readonly config: SourceConfig
}

/** The copy. `refresh` reads it anew; whoever asks while one runs shares the next. */
export const makeSources = Effect.fnUntraced(function* (sql: SqlClient.SqlClient) {
  const gate = yield* Semaphore.make(1)
  let byId: ReadonlyMap<string, KnownSource> = new Map()
  let configs: ReadonlyMap<string, SourceConfig> = new Map()
  let round = 0
  const load = Effect.suspend(() => {
    round++
    return Effect.map(
      sql<
        KnownSource & { config_text: string }
      >`select ${sql.literal(sourceColumns)}, config::text as config_text from data_sources`,
      (rows) => {
        // a configuration is read once, not every time the copy is
        configs = new Map(
          rows.map(({ config_text }) => [
            config_text,
            configs.get(config_text) ?? readConfig(JSON.parse(config_text))
          ])
        )
        byId = new Map(rows.map((r) => [r.id, { ...r, config: configs.get(r.config_text)! }]))
      }
    )
  })
  const refresh = Effect.suspend(() => {
    const asked = round
    return gate.withPermit(Effect.suspend(() => (round > asked ? Effect.void : load)))
  })
  return { refresh, find: (id: string) => byId.get(id) }
})

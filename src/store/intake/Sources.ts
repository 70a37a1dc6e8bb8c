// Data sources and their tokens: a copy in memory, so that an unauthorized request costs no transaction, and
// the check inside the transaction that counts.
import { Effect, Semaphore } from "effect"
import type * as SqlClient from "effect/sql/SqlClient"
import { hash, timingSafeEqual } from "node:crypto"
import type { AdapterKey } from "../../domain/tracking/DataSource.ts"
import { readConfig, type SourceConfig } from "../../domain/tracking/SourceConfig.ts"
import { Denied, type SourceCredential } from "../../intake/ports.ts"

/** SourceRow is a data source as it is stored. */
export interface SourceRow {
  readonly id: string
  readonly adapter_key: string
  readonly enabled: boolean
  /** its records are of the past: they count as received at their own time */
  readonly history: boolean
  readonly token_hash: Uint8Array
  /** the previous token, while it is valid */
  readonly previous_token_hash: Uint8Array | null
}

/** Returns the hash under which a token is stored. */
export const hashOf = (token: string): Uint8Array => hash("sha256", token, "buffer")

/** Returns why a credential is refused at a source; null: it is valid. */
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

/** KnownSource is a source in the copy. */
interface KnownSource extends SourceRow {
  readonly adapter_key: AdapterKey // a check constraint ensures it
  readonly config: SourceConfig
}

/** Makes the copy. `refresh` reads it again; calls during a read share the next one. */
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
        // a configuration is decoded once, and not at every read
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
    const askedRound = round
    return gate.withPermit(Effect.suspend(() => (round > askedRound ? Effect.void : load)))
  })
  return { refresh, find: (id: string) => byId.get(id) }
})

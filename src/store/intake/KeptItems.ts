// Finds the stored item of a refused report, with its source, so that it can be sent through intake again.
import { PgClient } from "@effect/sql-pg"
import { Context, Effect, Layer } from "effect"
import type { Reach } from "../../domain/access/Visibility.ts"
import type { AdapterKey } from "../../domain/tracking/DataSource.ts"
import { readConfig } from "../../domain/tracking/SourceConfig.ts"
import type { AuthenticatedSource } from "../../intake/ports.ts"
import { resendableTraces } from "../access/visibilityConditions.ts"
import { withId } from "../events/traceMatches.ts"

/** KeptItem is a stored item. */
export interface KeptItem {
  /** null: the source is gone, or the trace is of none */
  readonly source: AuthenticatedSource | null
  /** whether it was refused when it arrived */
  readonly isRefused: boolean
  /** null: none is stored */
  readonly payload: unknown
  readonly projectId: string | null
}

const make = Effect.gen(function* () {
  const pg = yield* PgClient.PgClient

  /** null: the caller may send no such trace again */
  const find = Effect.fn("KeptItems.find")(function* (reach: Reach, traceId: string) {
    const [row] = yield* pg<{
      readonly refused: boolean
      readonly payload: unknown
      readonly project_id: string | null
      readonly source_id: string | null
      readonly adapter_key: AdapterKey
      readonly config: unknown
      readonly token_hash: Uint8Array
    }>`
      select t.kind = 'ingest' and t.status = 'failed' as refused, t.payload, t.project_id,
        s.id as source_id, s.adapter_key, s.config, s.token_hash
      from processing_traces t
        left join data_sources s on s.id = t.data_source_id
      where ${pg.and([withId(pg, traceId), ...resendableTraces(pg, reach, "t")])}`
    if (row === undefined) return null
    const item: KeptItem = {
      isRefused: row.refused,
      payload: row.payload,
      projectId: row.project_id,
      source:
        row.source_id === null
          ? null
          : {
              credential: { sourceId: row.source_id, tokenHash: row.token_hash },
              adapterKey: row.adapter_key,
              config: readConfig(row.config)
            }
    }
    return item
  }, Effect.orDie)

  return { find }
})

/** KeptItems finds stored items by their trace. */
export class KeptItems extends Context.Service<KeptItems>()("store/KeptItems", { make }) {
  static readonly layer = Layer.effect(KeptItems, make)
}

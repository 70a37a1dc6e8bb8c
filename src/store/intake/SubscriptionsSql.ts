// Leases of listeners on sources, and their state. A lease that is renewed every round keeps two workers from
// listening to one source; when a frozen worker wakes late, the broker closes its connection, because a client
// id has one.
import { Effect, Layer } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import type { AdapterKey } from "../../domain/tracking/DataSource.ts"
import { readConfig } from "../../domain/tracking/SourceConfig.ts"
import { type AnyListening, Subscriptions } from "../../listeners/ports.ts"
import { makeBeats } from "../hearing/beats.ts"
import { uuids } from "../sql/arrays.ts"
import { leaseIsOver } from "../sql/lease.ts"

/** LEASE_TIME is several rounds of the listener: the sources of a dead worker are taken over within this time. */
const LEASE_TIME = "10 seconds"

interface Row {
  readonly id: string
  readonly adapter_key: AdapterKey
  readonly config: unknown
  readonly password: string | null
  readonly token_hash: Uint8Array
  readonly edition: string
  readonly mark: string | null
}

const listening = ({
  adapter_key,
  config: kept,
  edition,
  id,
  mark,
  password,
  token_hash
}: Row): ReadonlyArray<AnyListening> => {
  const config = readConfig(kept)
  const held = { id, adapterKey: adapter_key, config, password, tokenHash: token_hash, edition }
  return config.mqtt !== undefined
    ? [{ ...held, broker: config.mqtt }]
    : config.websocket !== undefined
      ? [{ ...held, websocket: config.websocket, mark }]
      : []
}

/** SubscriptionsSql is the `Subscriptions` of the listeners on PostgreSQL. */
export const SubscriptionsSql = (worker: string) =>
  Layer.effect(
    Subscriptions,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const beats = makeBeats(sql)

      const hold = Effect.gen(function* () {
        const held = yield* sql<{ id: string }>`
          insert into data_source_connections as c (data_source_id, held_by, held_until)
          select s.id, ${worker}, now() + ${LEASE_TIME}::interval
          from data_sources s
          where s.enabled and s.config ?| array['mqtt', 'websocket']
          order by s.id
          on conflict (data_source_id) do update set held_by = excluded.held_by,
            held_until = excluded.held_until
          where c.held_by = excluded.held_by or ${sql.literal(leaseIsOver("c.held_until"))}
          returning data_source_id as id`
        if (held.length === 0) return []
        const rows = yield* sql<Row>`
          select s.id, s.adapter_key, s.config, k.password, s.token_hash, s.updated_at::text as edition, c.mark
          from data_sources s
            join data_source_connections c on c.data_source_id = s.id
            left join data_source_secrets k on k.data_source_id = s.id
          where s.id = any(${uuids(held.map((h) => h.id))})
          order by s.id`
        return rows.flatMap(listening)
      }).pipe(Effect.orDie, Effect.withSpan("Subscriptions.hold"))

      return Subscriptions.of({
        hold,
        tell: (id, { error, lastMessageAt, mark, messages, protocol, status }) =>
          Effect.asVoid(sql`
            update data_source_connections set
              status = ${status},
              since = case when status = ${status} then since else now() end,
              error = ${error},
              protocol = ${protocol},
              mark = coalesce(${mark}, mark),
              messages = messages + ${messages}::int4,
              last_message_at = coalesce(
                ${lastMessageAt === null ? null : new Date(lastMessageAt)}::timestamptz, last_message_at
              )
            where data_source_id = ${id}::uuid and held_by = ${worker}`).pipe(Effect.orDie),
        hear: (ids) => Effect.orDie(beats.beat(ids)),
        ensureHeard: (id) => Effect.orDie(beats.ensure(id)),
        lose: (id) => Effect.sync(() => beats.lose(id)),
        release: Effect.asVoid(
          sql`
            update data_source_connections set
              held_until = '-infinity',
              status = 'connecting',
              protocol = null,
              since = now()
            where held_by = ${worker}`
        ).pipe(Effect.orDie)
      })
    })
  )

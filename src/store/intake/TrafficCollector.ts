// Traffic for operators: counts by source and minute, and a sample of the items. It is collected in memory and
// written every few seconds, apart from the transactions of ingest: a crash loses some seconds of counts and no
// record.
import { Effect, Latch, Metric } from "effect"
import type * as SqlClient from "effect/sql/SqlClient"
import type { Refusal } from "../../domain/intake/Report.ts"
import { bigints, floats, instants, serialised, texts, uuids } from "../sql/arrays.ts"
import { uuid7 } from "../sql/uuid7.ts"
import type { Outcome, Submission } from "../../intake/ports.ts"
import { itemDeviceName } from "./itemDeviceName.ts"
import { payloadOf } from "./writeTraces.ts"
import { itemOwnerJoin } from "./itemOwnerJoin.ts"

/**
 * FIRST_WRITE_DELAY and WRITE_INTERVAL: after a quiet time the first items are written soon, because a user
 * may have just connected a device and look for them; under load, writes are five seconds apart.
 */
const FIRST_WRITE_DELAY = "1 second",
  WRITE_INTERVAL = "4 seconds"
/** MAX_SAMPLED_ITEMS is how many items of one source are stored between two writes. */
const MAX_SAMPLED_ITEMS = 20
const MINUTE_MS = 60_000

type Status = Outcome["status"]

interface Arrival {
  readonly sourceId: string
  readonly receivedAt: number
  /** effective time, epoch ms; of a refused item its arrival */
  readonly at: number
  /** seconds between the two; null: unknown */
  readonly lag: number | null
  readonly externalId: string | null
  readonly outcome: Outcome
  readonly raw: unknown
}

interface Tally {
  readonly sourceId: string
  readonly minute: number
  readonly counts: Record<Status, number>
  /** accepted positions without a usable fix */
  withoutFix: number
}

interface Seen {
  /** the first item of each outcome and device */
  readonly firsts: Map<string, Arrival>
  /** further items, as long as there is room */
  readonly others: Array<Arrival>
}

const items = Metric.counter("pugmark_ingest_items_total", {
  description: "Items that came in, by data source and what became of them",
  incremental: true
})

/** Makes the collector and starts its writer. */
export const makeTrafficCollector = Effect.fnUntraced(function* (sql: SqlClient.SqlClient) {
  let tallies = new Map<string, Tally>(),
    seen = new Map<string, Seen>()
  const noted = Latch.makeUnsafe()

  const tallyOf = (sourceId: string, receivedAt: number): Tally => {
    const minute = receivedAt - (receivedAt % MINUTE_MS),
      sourceTally = tallies.get(sourceId)
    if (sourceTally?.minute === minute) return sourceTally
    // the minute before waits to be written
    if (sourceTally !== undefined) tallies.set(`${sourceId} ${sourceTally.minute}`, sourceTally)
    const tally: Tally = {
      sourceId,
      minute,
      counts: { accepted: 0, duplicate: 0, rejected: 0, unassigned: 0 },
      withoutFix: 0
    }
    tallies.set(sourceId, tally)
    return tally
  }

  const note = (
    { credential: { sourceId }, raw, receivedAt, verdicts }: Submission,
    outcomes: ReadonlyArray<Outcome>
  ): void => {
    noted.openUnsafe()
    const tally = tallyOf(sourceId, receivedAt),
      { counts } = tally
    let sourceSamples = seen.get(sourceId)
    if (sourceSamples === undefined) seen.set(sourceId, (sourceSamples = { firsts: new Map(), others: [] }))
    for (let i = 0; i < outcomes.length; i++) {
      const outcome = outcomes[i]!
      counts[outcome.status]++
      if (outcome.code === "NULL_ISLAND" || outcome.code === "NO_FIX") tally.withoutFix++
      if (sourceSamples.firsts.size >= MAX_SAMPLED_ITEMS) continue
      const verdict = verdicts[i]!
      const externalId = verdict._tag === "Report" ? verdict.device : itemDeviceName(raw[i]),
        key = `${outcome.status} ${externalId}`
      const isOther = sourceSamples.firsts.has(key)
      if (isOther && sourceSamples.others.length >= MAX_SAMPLED_ITEMS) continue
      const arrival = {
        sourceId,
        receivedAt,
        at: verdict._tag === "Report" ? verdict.at : receivedAt,
        lag: verdict._tag === "Report" ? Math.max(0, receivedAt - verdict.at) / 1000 : null,
        externalId,
        outcome,
        raw: raw[i]
      }
      if (isOther) sourceSamples.others.push(arrival)
      else sourceSamples.firsts.set(key, arrival)
    }
  }

  const write = Effect.gen(function* () {
    noted.closeUnsafe()
    if (tallies.size === 0) return
    const counted = [...tallies.values()],
      arrivals = [...seen.values()].flatMap(({ firsts, others }) =>
        [...firsts.values(), ...others].slice(0, MAX_SAMPLED_ITEMS)
      )
    tallies = new Map()
    seen = new Map()
    for (const { counts, sourceId } of counted) {
      for (const [status, n] of Object.entries(counts))
        if (n > 0) yield* Metric.update(Metric.withAttributes(items, { data_source_id: sourceId, status }), n)
    }
    const column = (status: Status) => bigints(counted.map((t) => t.counts[status]))
    yield* sql`
      insert into data_source_counts as c (
        data_source_id, minute, accepted, duplicates, rejected, unassigned, without_fix
      )
      select v.source, v.minute, v.accepted, v.duplicates, v.rejected, v.unassigned, v.without_fix
      from unnest(
        ${uuids(counted.map((t) => t.sourceId))}, ${instants(counted.map((t) => t.minute))},
        ${column("accepted")}, ${column("duplicate")}, ${column("rejected")}, ${column("unassigned")},
        ${bigints(counted.map((t) => t.withoutFix))}
      ) as v (source, minute, accepted, duplicates, rejected, unassigned, without_fix)
        join data_sources s on s.id = v.source
      order by v.source, v.minute
      on conflict (data_source_id, minute) do update set accepted = c.accepted + excluded.accepted,
        duplicates = c.duplicates + excluded.duplicates, rejected = c.rejected + excluded.rejected,
        unassigned = c.unassigned + excluded.unassigned,
        without_fix = c.without_fix + excluded.without_fix`
    // the owner of an item, by the assignments at its time
    yield* sql`
      insert into arrivals (
        id, received_at, data_source_id, external_id, project_id, device_id, entity_id, status, code,
        trace_id, lag_seconds, payload
      )
      select v.id, v.received_at, v.source, v.external_id, p.project_id, i.device_id, e.entity_id, v.status,
        v.code, v.trace_id, v.lag, v.payload
      from unnest(
        ${uuids(arrivals.map(() => uuid7()))}, ${instants(arrivals.map((a) => a.receivedAt))},
        ${instants(arrivals.map((a) => a.at))}, ${uuids(arrivals.map((a) => a.sourceId))},
        ${texts(arrivals.map((a) => a.externalId))}, ${texts(arrivals.map((a) => a.outcome.status))},
        ${texts(arrivals.map((a) => a.outcome.code ?? null))},
        ${uuids(arrivals.map((a) => a.outcome.traceId ?? null))},
        ${floats(arrivals.map((a) => a.lag))}, ${serialised(arrivals.map((a) => payloadOf(a.raw)))}::jsonb[]
      ) as v (id, received_at, at, source, external_id, status, code, trace_id, lag, payload)
        join data_sources s on s.id = v.source
        ${sql.literal(itemOwnerJoin("source", "at"))}`
  }).pipe(
    Effect.timeout("5 seconds"),
    Effect.catchCause((cause) =>
      Effect.logWarning("what came in could not be counted; nothing else is lost", cause)
    )
  )

  yield* Effect.addFinalizer(() => write)
  yield* noted.await.pipe(
    Effect.andThen(Effect.sleep(FIRST_WRITE_DELAY)),
    Effect.andThen(write),
    Effect.andThen(Effect.sleep(WRITE_INTERVAL)),
    Effect.forever,
    Effect.forkScoped
  )

  return {
    /** Counts the outcomes of a submission. */
    note,
    /** Counts a message that could not be decoded. */
    noteMessage: (
      sourceId: string,
      receivedAt: number,
      { code }: Refusal,
      traceId: string,
      text: string
    ): void =>
      note(
        {
          credential: { sourceId, tokenHash: new Uint8Array() },
          receivedAt,
          raw: [text],
          verdicts: [{ _tag: "Refusal", code, pointer: "", detail: "" }]
        },
        [{ status: "rejected", code, traceId }]
      )
  }
})

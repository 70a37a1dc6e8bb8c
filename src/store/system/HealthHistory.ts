// The health of the service by the minute, for a day. Heartbeats are counted by the function `beat` of the
// database; other samples are stored here.
import { Context, Effect, Layer } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import {
  type HealthHistory as History,
  SAMPLE_RETENTION_MINUTES,
  type Sample,
  type SampleKind,
  stepMinutes
} from "../../domain/system/HealthHistory.ts"
import { beatingRoles, queueNames } from "../../domain/system/SystemFacts.ts"
import { floats, texts } from "../sql/arrays.ts"
import { wireTime } from "../sql/keyset.ts"

const kept = `now() - interval '${SAMPLE_RETENTION_MINUTES} minutes'`

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  /** Stores samples: of several in a minute, by any process, the worst. Removes those older than a day. */
  const keep = Effect.fn("HealthHistory.keep")(function* (samples: ReadonlyArray<Sample>) {
    // in one order, so that two writers of the same minute cannot deadlock
    yield* sql`
      insert into health_samples as s (kind, subject, minute, value)
      select kind, subject, date_trunc('minute', now()), value
      from unnest(
        ${texts(samples.map((s) => s.kind))}, ${texts(samples.map((s) => s.subject))},
        ${floats(samples.map((s) => s.value))}
      ) as v (kind, subject, value)
      order by kind, subject
      on conflict (kind, subject, minute) do update set
        value = case
          when s.kind = 'disk_free' then least(s.value, excluded.value)
          else greatest(s.value, excluded.value)
        end`
    yield* sql`delete from health_samples where minute < ${sql.literal(kept)}`
  }, Effect.orDie)

  /** The last so many minutes, with the current one. */
  const read = Effect.fn("HealthHistory.read")(function* (minutes: number) {
    const step = stepMinutes(minutes),
      count = Math.ceil(minutes / step)
    const [span] = yield* sql<{ readonly start: Date; readonly from: string; readonly to: string }>`
      select start, ${sql.literal(wireTime("start"))} as from, ${sql.literal(wireTime("stop"))} as to
      from (
        select stop, stop - make_interval(mins => ${count * step}::int4) as start
        from (select date_trunc('minute', now()) + interval '1 minute' as stop) s
      ) s`
    const { from, start, to } = span!
    const rows = yield* sql<{
      readonly kind: SampleKind
      readonly subject: string
      readonly step: number
      readonly value: number
    }>`
      select kind, subject,
        floor(extract(epoch from minute - ${start}) / ${step * 60}::float8)::int4 as step,
        case kind when 'beats' then sum(value) when 'disk_free' then min(value) else max(value) end as value
      from health_samples
      where minute >= ${start}
      group by kind, subject, step`
    const most = yield* sql<{ readonly subject: string; readonly lag_seconds: number; readonly at: string }>`
      select distinct on (subject) subject, value as lag_seconds, ${sql.literal(wireTime("minute"))} as at
      from health_samples
      where kind = 'lag' and minute >= ${sql.literal(kept)}
      order by subject, value desc, minute desc`

    const series = new Map<string, Array<number | null>>()
    for (const { kind, step: at, subject, value } of rows) {
      if (at < 0 || at >= count) continue
      const key = `${kind} ${subject}`
      let values = series.get(key)
      if (values === undefined) series.set(key, (values = Array.from({ length: count }, () => null)))
      values[at] = value
    }
    const of = (kind: SampleKind, subject = ""): ReadonlyArray<number | null> =>
      series.get(`${kind} ${subject}`) ?? Array.from({ length: count }, () => null)
    const subjects = (kind: SampleKind): ReadonlyArray<string> =>
      [...series.keys()].filter((key) => key.startsWith(`${kind} `)).map((key) => key.slice(kind.length + 1))
    const worst = new Map(most.map(({ at, lag_seconds, subject }) => [subject, { lag_seconds, at }]))

    return {
      from,
      to,
      step_seconds: step * 60,
      workers: subjects("beats")
        .flatMap((worker) => {
          const role = beatingRoles.find((one) => worker.endsWith(`/${one}`))
          return role === undefined
            ? []
            : [{ worker, role, beats: of("beats", worker).map((beats) => beats ?? 0) }]
        })
        .toSorted(
          (a, b) =>
            beatingRoles.indexOf(a.role) - beatingRoles.indexOf(b.role) || (a.worker < b.worker ? -1 : 1)
        ),
      partitions: subjects("lag")
        .map(Number)
        .toSorted((a, b) => a - b)
        .map((partition) => ({
          partition,
          lag_seconds: of("lag", String(partition)),
          most: worst.get(String(partition)) ?? null
        })),
      queues: queueNames.map((name) => ({
        name,
        depth: of("depth", name),
        oldest_seconds: of("oldest", name)
      })),
      disk_free_bytes: of("disk_free"),
      database_bytes: of("database"),
      connections: of("connections")
    } satisfies History
  }, Effect.orDie)

  return { keep, read }
})

/** HealthHistory stores samples of health. */
export class HealthHistory extends Context.Service<HealthHistory>()("store/HealthHistory", { make }) {
  static readonly layer = Layer.effect(HealthHistory, make)
}

// Ten million traces of a month (`--scale` makes it fewer), and somebody who looks for one: by device, animal, code,
// state, time, text and id. How long a page of the list takes, beside the read of one record by its key.
import { Console, Effect } from "effect"
import { randomBytes } from "node:crypto"
import { texts } from "../../src/store/sql/arrays.ts"
import { Client } from "./Client.ts"
import type { Sql } from "./Database.ts"
import { quantile } from "./measures.ts"
import type { Line } from "./report.ts"
import type { Server } from "./Server.ts"

const TRACES = 10_000_000
const DEVICES = 2000
const RULES = 50
const DAYS = 30
/** Rows of one statement. */
const CHUNK = 100_000
const ROUNDS = 40
/** What a page may take, ms. */
const BELOW = 300

const codes = [
  "TIMESTAMP_INVALID",
  "POSITION_OUT_OF_RANGE",
  "ITEM_INVALID",
  "DEVICE_NOT_FOUND",
  "NULL_ISLAND"
]

const people = (sql: Sql, project: string, type: string) =>
  Effect.gen(function* () {
    yield* sql`insert into entities (id, project_id, entity_type_id, name)
      select gen_random_uuid(), ${project}::uuid, ${type}::uuid, 'Subject ' || s
      from generate_series(1, ${DEVICES}) s`
    yield* sql`insert into devices (id, name) select id, 'Tag of ' || name from entities
      where project_id = ${project}::uuid`
    yield* sql`insert into project_assignments (id, device_id, project_id, valid_from)
      select gen_random_uuid(), id, project_id, '2020-01-01' from entities
      where project_id = ${project}::uuid`
  })

/**
 * Of ten, six are reports that were refused or known, three of rules, one of a message; the rarest code is
 * one in 10,000.
 */
const fill = (sql: Sql, project: string, count: number) =>
  Effect.gen(function* () {
    yield* sql`select make_month('processing_traces', (now() - make_interval(months => m))::date)
      from generate_series(0, 1) m`
    yield* sql`create table bench_subjects as
      select row_number() over (order by id) - 1 as n, id from entities where project_id = ${project}::uuid`
    yield* sql`alter table bench_subjects add primary key (n)`
    yield* sql`create table bench_rules as
      select n, gen_random_uuid() as id from generate_series(0, ${RULES - 1}) n`
    for (let done = 0; done < count; done += CHUNK) {
      const rows = Math.min(CHUNK, count - done)
      yield* sql`
        insert into processing_traces (id, kind, status, code, started_at, duration_ms, project_id, device_id,
          entity_id, rule_id, rule_version, error, steps)
        select uuidv7(t - now()),
          case when k < 6 then 'ingest' when k < 9 then 'rule' else 'delivery' end,
          case when k < 4 then 'failed' when k < 6 then 'duplicate' when k < 9 then 'skipped' else 'ok' end,
          case when v.n % 10000 = 0 then 'RARE_CODE' when k < 4 then (${texts(codes)})[1 + v.n % 5] end,
          t, 1.5, ${project}::uuid, s.id, s.id, case when k >= 6 then r.id end, case when k >= 6 then 1 end,
          case when k < 4 then 'before 1990' end,
          jsonb_build_array(
            jsonb_build_object('name', 'receive', 'status', 'ok', 'at', t),
            jsonb_build_object('name', 'accept', 'status', case when k < 4 then 'failed' else 'ok' end, 'at', t,
              'detail', jsonb_build_object('code', 'TIMESTAMP_INVALID', 'member', '/time', 'error', 'before 1990')))
        from (
          select n, n % 10 as k,
            now() - make_interval(secs => ((${done} + n)::float8 / ${count}::float8) * ${DAYS * 86_400}::float8) as t
          from generate_series(1, ${rows}::int4) n
        ) v
          join bench_subjects s on s.n = (v.n * 7919) % ${DEVICES}
          join bench_rules r on r.n = v.n % ${RULES}`.unprepared
      if ((done / CHUNK) % 10 === 0) yield* Console.error(`... ${done + rows} of ${count} traces`)
    }
    yield* sql`drop table bench_subjects, bench_rules`
    yield* sql`vacuum analyze processing_traces`
    yield* sql`vacuum analyze entities`
    yield* sql`vacuum analyze devices`
  }).pipe(Effect.orDie)

/** Asks one after another, each time for another one; the first round warms up. */
const times = ({ port, token }: Server, paths: ReadonlyArray<string>) =>
  Effect.promise(async (): Promise<ReadonlyArray<number>> => {
    const ms: Array<number> = []
    for (let round = -3; round < ROUNDS; round++) {
      const path = paths[(round + paths.length * 3) % paths.length]!
      const began = performance.now()
      const answer = await fetch(`http://127.0.0.1:${port}/api/v1${path}`, {
        headers: { authorization: `Bearer ${token}` }
      })
      const text = await answer.text()
      if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text}`)
      if (round >= 0) ms.push(performance.now() - began)
    }
    return ms
  })

const lines = (key: string, label: string, ms: ReadonlyArray<number>, isPage = true): ReadonlyArray<Line> => [
  { key: `traces_${key}`, label: `${label}, p50`, value: quantile(ms, 0.5), unit: "ms", digits: 1 },
  {
    key: `traces_${key}_p95`,
    label: "  p95",
    value: quantile(ms, 0.95),
    unit: "ms",
    digits: 1,
    ...(isPage ? { target: { below: BELOW } } : {})
  }
]

export const traceLines = (server: Server, sql: Sql, scale: number): Effect.Effect<ReadonlyArray<Line>> =>
  Effect.gen(function* () {
    const client = new Client(server)
    const { items: types } = yield* client.get<{ items: ReadonlyArray<{ id: string; key: string }> }>(
      "/entity-types?limit=100"
    )
    const { id: project } = yield* client.post("/projects", {
      name: "Traces",
      slug: `traces-${randomBytes(3).toString("hex")}`,
      timezone: "Europe/Berlin"
    })
    const count = Math.ceil(TRACES * scale)
    yield* Effect.orDie(people(sql, project, types.find((t) => t.key === "cow")!.id))
    yield* fill(sql, project, count)
    const some = yield* Effect.orDie(
      sql<{ id: string; entity: string }>`
        select id, entity_id as entity from processing_traces tablesample system (1)
        where project_id = ${project}::uuid limit 20`
    )
    const base = `/projects/${project}/traces?steps=false&limit=60`
    const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString()
    const measure = (key: string, label: string, paths: ReadonlyArray<string>, isPage = true) =>
      Effect.map(times(server, paths), (ms) => lines(key, label, ms, isPage))
    return [
      { key: "traces_count", label: "traces", value: count, unit: "" },
      ...(yield* measure(
        "key",
        "one entity by its key, to compare with",
        some.map(({ entity }) => `/projects/${project}/entities/${entity}`),
        false
      )),
      ...(yield* measure("newest", "the newest 60 traces", [base])),
      ...(yield* measure(
        "device",
        "  of a device",
        some.map(({ entity }) => `${base}&device_id=${entity}`)
      )),
      ...(yield* measure(
        "entity",
        "  of an animal",
        some.map(({ entity }) => `${base}&entity_id=${entity}`)
      )),
      ...(yield* measure(
        "code",
        "  with a code",
        codes.map((code) => `${base}&code=${code}`)
      )),
      ...(yield* measure("rare", "  with a code of which there are few", [`${base}&code=RARE_CODE`])),
      ...(yield* measure("none", "  with a code and a state that never meet", [
        `${base}&code=RARE_CODE&status=skipped&kind=delivery`
      ])),
      ...(yield* measure(
        "time",
        "  of a day in the past",
        [3, 9, 15, 21, 27].map((ago) => `${base}&from=${day(ago)}&to=${day(ago - 1)}`)
      )),
      ...(yield* measure(
        "device_time",
        "  of a device on a day in the past",
        some.map(({ entity }) => `${base}&device_id=${entity}&from=${day(20)}&to=${day(19)}`)
      )),
      ...(yield* measure(
        "text",
        "  about a name that is looked for",
        [7, 42, 199, 1234].map((n) => `${base}&q=${encodeURIComponent(`Subject ${n}`)}`)
      )),
      ...(yield* measure("text_code", "  about a part of a code", [
        `${base}&q=timestamp%20inv`,
        `${base}&q=rare`
      ])),
      ...(yield* measure(
        "id",
        "  with an id",
        some.map(({ id }) => `${base}&q=${id}`)
      )),
      ...(yield* measure(
        "page",
        "the page of one",
        some.map(({ id }) => `/traces/${id}`)
      ))
    ]
  })

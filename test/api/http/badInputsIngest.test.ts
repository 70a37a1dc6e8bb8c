// Batches of positions and measurements, line by line of the corpus: each is answered as expected, and keeps
// what it promises.
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import {
  assertExpected,
  assertUnhurt,
  badInputs,
  type Generated,
  isGenerated,
  type Line
} from "../../support/http/badInputs.ts"
import { loggedOf } from "../../support/sql/log.ts"
import { makeDevice, makePasture, type Pasture } from "../../support/sql/pasture.ts"
import { type Answer, serve, TestServer } from "../../support/http/server.ts"

/** The bodies a line asks to send, in order. */
const bodiesOf = ({ input, name }: Line): ReadonlyArray<string> => {
  if (typeof input === "string") return [input]
  if (!isGenerated(input)) return [JSON.stringify(grown(input))]
  switch (input.$gen) {
    case "twice":
      return [JSON.stringify(input["value"]), JSON.stringify(input["value"])]
    case "batch":
      return [
        JSON.stringify(
          Array.from({ length: Number(input["n"]) }, (_, i) =>
            i === input["bad_at"]
              ? input["bad"]
              : { device_id: "dev-1", time: Date.UTC(2026, 10, 20, 0, i), lon: 10.1, lat: 53.5 }
          )
        )
      ]
    default:
      throw new Error(`nobody knows how to send "${name}"`)
  }
}

/** The value with the texts in it that do not fit on a line. */
const grown = (value: unknown): unknown => {
  if (isGenerated(value)) return charsOf(value)
  if (Array.isArray(value)) return value.map(grown)
  return value !== null && typeof value === "object"
    ? Object.fromEntries(Object.entries(value).map(([k, v]) => [k, grown(v)]))
    : value
}

const charsOf = ({ $gen, c, n }: Generated): string => {
  assert.strictEqual($gen, "chars")
  return String(c).repeat(Number(n))
}

/** What is in the tables of the pasture's device after a line. */
interface Left {
  readonly positions: ReadonlyArray<{
    readonly lon: number
    readonly lat: number
    readonly heading_deg: number | null
    readonly attributes: unknown
  }>
  readonly measurements: ReadonlyArray<{ readonly metric_key: string; readonly value_number: number | null }>
  readonly metrics: ReadonlyArray<{ readonly key: string; readonly defined: boolean }>
  readonly logged: number
}

const leftOf = Effect.fnUntraced(function* (pasture: Pasture) {
  const sql = yield* SqlClient.SqlClient
  const device = pasture.animals.get("dev-1")!.device
  return {
    positions:
      yield* sql`select lon, lat, heading_deg, attributes from positions where device_id = ${device}::uuid
        order by original_time`,
    measurements:
      yield* sql`select metric_key, value_number from measurements where device_id = ${device}::uuid`,
    metrics: yield* sql`select key, defined from sent_metrics where owner_id = ${pasture.project}::uuid
        and not defined`,
    logged: yield* loggedOf(device)
  } as unknown as Left
})

interface Seen {
  readonly answers: ReadonlyArray<Answer>
  readonly left: Left
}

const codes = ({ answers }: Seen) =>
  answers.flatMap((a) => a.body.items.map((i: { status: string; code?: string }) => i.code ?? i.status))

const stores =
  (positions: number, ...expected: ReadonlyArray<string>) =>
  (seen: Seen) => {
    assert.deepStrictEqual(codes(seen), [...expected])
    assert.deepStrictEqual([seen.left.positions.length, seen.left.logged], [positions, positions])
  }

const refuses = (code: string) => (seen: Seen) => {
  assert.deepStrictEqual(codes(seen), [code])
  assert.isString(seen.answers[0]!.body.items[0].trace_id)
  assert.deepStrictEqual(
    [seen.left.positions.length, seen.left.measurements.length, seen.left.logged],
    [0, 0, 0]
  )
}

const measures = (key: string, value: number) => (seen: Seen) => {
  assert.deepStrictEqual(codes(seen), ["accepted"])
  assert.deepStrictEqual(
    seen.left.measurements.map((m) => [m.metric_key, m.value_number]),
    [[key, value]]
  )
}

/** What each line promises, decided. A line without a promise fails. */
const promises: Readonly<Record<string, (seen: Seen) => void>> = {
  "control: one good position": stores(1, "accepted"),
  "empty batch": stores(0),
  "one bad among 500 good": (seen) => {
    assert.deepStrictEqual(
      codes(seen).flatMap((c, i) => (c === "accepted" ? [] : [[i, c]])),
      [[250, "ITEM_INVALID"]]
    )
    assert.deepStrictEqual([seen.left.positions.length, seen.left.logged], [499, 499])
  },
  "time 1970": refuses("TIMESTAMP_INVALID"),
  "leap second": refuses("TIMESTAMP_INVALID"),
  "time Feb 30": refuses("TIMESTAMP_INVALID"),
  "speed 1e308": refuses("ITEM_INVALID"),
  "speed negative": stores(1, "FIELD_UNKNOWN"),
  "accuracy -5": refuses("ITEM_INVALID"),
  "lat null": refuses("ITEM_INVALID"),
  "device_id object": refuses("ITEM_INVALID"),
  "attributes 1 MiB": refuses("ITEM_TOO_LARGE"),
  "lat 90.0000001": refuses("POSITION_OUT_OF_RANGE"),
  "device of another project": stores(0, "DEVICE_NOT_FOUND"),
  "same batch twice": stores(1, "accepted", "duplicate"),
  "duplicate inside one batch": stores(1, "accepted", "duplicate"),
  microseconds: stores(1, "accepted", "duplicate"),
  "null island": (seen) => {
    assert.deepStrictEqual(codes(seen), ["NULL_ISLAND"])
    assert.deepStrictEqual([seen.left.positions.length, seen.left.logged], [1, 0])
  },
  "lon 180 and -180": (seen) => {
    stores(2, "accepted", "accepted")(seen)
    assert.deepStrictEqual(
      seen.left.positions.map((p) => p.lon),
      [180, -180]
    )
  },
  "attributes __proto__": (seen) => {
    stores(1, "accepted")(seen)
    assert.deepStrictEqual(seen.left.positions[0]!.attributes, JSON.parse('{"__proto__":{"admin":true}}'))
  },
  "heading 360 and -1": (seen) => {
    stores(2, "accepted", "FIELD_UNKNOWN")(seen)
    assert.deepStrictEqual(
      seen.left.positions.map((p) => p.heading_deg),
      [0, null]
    )
  },
  "metric 10k chars": (seen) => {
    refuses("METRIC_KEY")(seen)
    assert.isEmpty(seen.left.metrics.filter((m) => m.key.startsWith("mmm")))
  },
  "metric empty": refuses("METRIC_KEY"),
  "metric homoglyph": refuses("METRIC_KEY"),
  "metric new": (seen) => {
    measures("brand_new_metric", 3.1)(seen)
    assert.deepStrictEqual(
      seen.left.metrics.map((m) => ({ ...m })),
      [{ key: "brand_new_metric", defined: false }]
    )
  },
  "unit mismatch": measures("battery_voltage", 3.1),
  "value 2^63": measures("battery_voltage", 2 ** 63),
  "value Infinity string": refuses("METRIC_TYPE"),
  "value bool": refuses("METRIC_TYPE")
}

for (const surface of ["position_batch", "measurement"]) {
  layer(serve(), { excludeTestServices: true, timeout: "60 seconds" })(surface, (it) => {
    for (const line of badInputs(surface)) {
      it.effect(`${line.name}: ${line.expect.outcome}`, () =>
        Effect.gen(function* () {
          const { send } = yield* TestServer
          const pasture = yield* makePasture("dev-1"),
            foreign = yield* makePasture()
          yield* makeDevice(foreign.source, "dev-of-project-2")
          const answers = yield* Effect.forEach(bodiesOf(line), (text) =>
            send("POST", `/ingest/http/${pasture.source.id}`, { text, token: pasture.source.token })
          )
          for (const answer of answers) assertExpected(line, answer)
          const promise = promises[line.name]
          assert.isDefined(promise, `nothing is promised for "${line.name}"`)
          promise({ answers, left: yield* leftOf(pasture) })
          yield* assertUnhurt
        })
      )
    }
  })
}

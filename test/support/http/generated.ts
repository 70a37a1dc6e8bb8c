// Requests that nobody would send, made of the contract's own schemas: valid ones drawn from them, and a
// right request with something in it that is wrong. The same seed makes the same requests.
import { Effect, Result, Schema, SchemaAST, Struct } from "effect"
import * as Arbitrary from "effect/Arbitrary"
import { selectors } from "../../../src/domain/analysis/members.ts"
import * as grazing from "../../../src/domain/analysis/modules/grazing.ts"
import * as movement from "../../../src/domain/analysis/modules/movement.ts"
import { RuleDocument } from "../../../src/domain/rule/Document.ts"
import type { Route } from "./routes.ts"
import { type Asked, urlOf } from "./samples.ts"
import type { Sent } from "./server.ts"
import { NOBODY } from "./tracking.ts"

export interface Shot {
  /** path and query, below `/api/v1` */
  readonly below: string
  readonly sent: Omit<Sent, "token">
}

/** A stream of numbers below `n`. */
type Roll = (n: number) => number

const rollFrom = (seed: string): Roll => {
  // FNV-1a
  let state = Buffer.from(seed).reduce((hash, byte) => Math.imul(hash ^ byte, 16_777_619), -2_128_831_035)
  return (n) => {
    state = (state + 0x6d2b79f5) | 0 // mulberry32
    const mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    const more = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((more ^ (more >>> 14)) >>> 0) % n
  }
}

const pick = <A>(roll: Roll, of: ReadonlyArray<A>): A => of[roll(of.length)]!

/** Stands for a number that JSON.stringify would not write. */
const number = (digits: string) => `@@${digits}@@`
const withNumbers = (json: string) => json.replaceAll(/"@@([^"@]+)@@"/g, "$1")

const nested = (depth: number): unknown => (depth === 0 ? [] : { not: nested(depth - 1) })

const times = [
  "1989-12-31T23:59:59.999Z",
  "1990-01-01T00:00:00Z",
  "2100-01-01T00:00:00Z",
  "2100-01-01T00:00:00.001Z",
  "0000-01-01T00:00:00Z",
  "9999-12-31T23:59:59Z",
  "2026-02-30T00:00:00Z",
  "2026-13-01T00:00:00Z",
  "2026-01-01",
  "2026-01-01T00:00:00",
  "+275760-09-13T00:00:00Z",
  "2026-03-29T02:30:00+01:00",
  "2026-12-31T23:59:60Z",
  "2026-05-01T00:00:00-23:59",
  "2026-05-01t00:00:00z",
  "now",
  "infinity",
  "1e9",
  "-1"
]
const texts = [
  "",
  " ",
  "\0",
  "a\0b",
  "\ud800",
  "a\udfff",
  "\uffff",
  "\u202e",
  "\r\n",
  "é",
  "💥".repeat(60),
  "a".repeat(201),
  "a".repeat(6000),
  "'",
  '"; drop table users; --',
  "%00",
  "%",
  "../../etc/passwd",
  "__proto__",
  "constructor",
  "toString",
  "NaN",
  "Infinity",
  "-0",
  "0x10",
  "1e400",
  "00",
  "null",
  "true",
  "[]",
  "{}",
  '{"a":',
  "{entity}",
  "${x}",
  "=1+1",
  "*",
  "all",
  "me",
  NOBODY,
  NOBODY.toUpperCase(),
  `{${NOBODY}}`,
  NOBODY.slice(1),
  "1,2,3,4",
  "-180,-90,180,90",
  "181,0,0,0",
  "10,91,20,92",
  "1e5,0,0,0",
  "POLYGON EMPTY",
  ...times
]
const values: ReadonlyArray<unknown> = [
  null,
  true,
  false,
  0,
  -1,
  1.5,
  2_147_483_648,
  -2_147_483_649,
  4_294_967_296,
  number("9007199254740993"),
  1e21,
  1e308,
  -1e308,
  5e-324,
  number("1e999"),
  number("-1e999"),
  number("-0"),
  number("12345678901234567890"),
  number("1E-400"),
  [],
  {},
  [[]],
  [null],
  [{}],
  [""],
  { "": "" },
  { length: -1 },
  JSON.parse('{"__proto__": {"polluted": true}}'),
  { constructor: { prototype: {} } },
  nested(12),
  nested(40),
  Array.from({ length: 2000 }, () => 0),
  { type: "Point", coordinates: [181, 91] },
  { type: "Point", coordinates: [number("1e999"), 0] },
  { type: "Polygon", coordinates: [] },
  { type: "GeometryCollection", geometries: [] },
  ...texts
]

type Path = ReadonlyArray<string | number>

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** Every place in a value. */
const placesIn = (value: unknown, at: Path = []): ReadonlyArray<Path> => [
  at,
  ...(Array.isArray(value)
    ? value.slice(0, 20).flatMap((item, i) => placesIn(item, [...at, i]))
    : isObject(value)
      ? Object.entries(value).flatMap(([key, member]) => placesIn(member, [...at, key]))
      : [])
]

/** The value with what is at a place made into something else; undefined takes it away. */
const changedAt = (value: unknown, [first, ...rest]: Path, change: (old: unknown) => unknown): unknown => {
  if (first === undefined) return change(value)
  if (Array.isArray(value))
    return value.flatMap((item, i) =>
      i === first ? [changedAt(item, rest, change)].filter((now) => now !== undefined) : [item]
    )
  return isObject(value)
    ? Object.fromEntries(
        Object.entries(value).flatMap(([key, member]) =>
          key === first
            ? [[key, changedAt(member, rest, change)] as const].filter(([, now]) => now !== undefined)
            : [[key, member]]
        )
      )
    : value
}

const mutated = (roll: Roll, body: unknown): unknown => {
  const ways: ReadonlyArray<(old: unknown) => unknown> = [
    () => pick(roll, values),
    () => pick(roll, values),
    () => pick(roll, values),
    () => undefined,
    (old) =>
      isObject(old)
        ? {
            ...old,
            [pick(roll, ["id", "project_id", "status", "version", "result", "created_at", ...texts])]: pick(
              roll,
              values
            )
          }
        : [old],
    (old) =>
      Array.isArray(old)
        ? Array.from({ length: pick(roll, [2, 21, 1001, 5000]) }, () => old[0])
        : typeof old === "string"
          ? old + pick(roll, texts)
          : typeof old === "number"
            ? pick(roll, [-old, old * 1e6, old + 0.5])
            : old
  ]
  return changedAt(body, pick(roll, placesIn(body)), pick(roll, ways))
}

const unreadable: ReadonlyArray<Omit<Sent, "token">> = [
  { text: "" },
  { text: "{" },
  { text: "null" },
  { text: "[" },
  { text: "{}" },
  { text: "[]" },
  { text: "NaN" },
  { text: "\ufeff{}" },
  { text: '{"name":"a","name":"b"}' },
  { text: "[".repeat(100_000) },
  { text: '{"a":'.repeat(5000) },
  { text: new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]) },
  { text: '"\\ud800"' },
  { text: '{"a\\u0000b":1}' },
  { text: " ".repeat(20_000) },
  { text: "{}", headers: { "content-type": "text/plain" } },
  { text: "{}", headers: { "content-type": "" } },
  { text: "{}", headers: { "content-type": "application/json; charset=utf-16" } },
  { text: "{}", headers: { "content-encoding": "gzip" } },
  { text: "a=1&b=2", headers: { "content-type": "application/x-www-form-urlencoded" } }
]

const headerValues = [
  "",
  "*",
  '"1"',
  'W/"1"',
  '"',
  "1",
  "0",
  "-1",
  "é",
  "a".repeat(300),
  "999999999999999",
  "null",
  '"1", "2"'
]

/** Members of a struct that have a text or a value on the wire; a time that no wire carries is left out. */
const membersOf = (schema: Schema.Top, value: unknown): Readonly<Record<string, unknown>> => {
  if (!SchemaAST.isObjects(schema.ast) || !isObject(value)) return {}
  return Object.fromEntries(
    schema.ast.propertySignatures.flatMap(({ name, type }) => {
      const of: Schema.Codec<unknown, unknown> = Schema.make(type)
      if (typeof name !== "string" || value[name] === undefined) return []
      const written = Result.try(() => Schema.encodeUnknownSync(of)(value[name]))
      return Result.isSuccess(written) ? [[name, written.success] as const] : []
    })
  )
}

const namesOf = (schema: Schema.Top | undefined): ReadonlyArray<string> =>
  schema !== undefined && SchemaAST.isObjects(schema.ast)
    ? schema.ast.propertySignatures.map(({ name }) => String(name))
    : []

/** Some of the members, or all. */
const some = (roll: Roll, members: Readonly<Record<string, unknown>>) =>
  roll(3) === 0 ? members : Object.fromEntries(Object.entries(members).filter(() => roll(2) === 0))

/** Values of a schema, as many as asked for. */
const draw = (
  schema: Schema.Top | undefined,
  count: number,
  seed: string
): Effect.Effect<ReadonlyArray<unknown>> =>
  schema === undefined
    ? Effect.succeed([])
    : Effect.orDie(
        Arbitrary.sampleEffect(Arbitrary.schema(schema), { count, size: 6, seed, maxDiscards: 100 * count })
      )

/** What bodies carry that the contract leaves open, because others read it. */
const open = {
  document: RuleDocument,
  parameters: Schema.Struct(
    Struct.map(
      { ...movement.options, ...grazing.options, ...selectors, ...grazing.comparisons },
      Schema.optionalKey
    )
  )
}

/** So many requests to a route, each made of one that is right. */
export const drawShots = Effect.fnUntraced(function* (route: Route, count: number, seed: string) {
  const { headers, payload, query } = route.endpoint
  const bodies = [...payload.values()].flatMap(({ schemas }) => schemas)
  const struct = bodies.find((schema) => SchemaAST.isObjects(schema.ast)) ?? bodies[0]
  const [drawnBodies, drawnQueries] = [yield* draw(struct, count, seed), yield* draw(query, count, seed)]
  const names = namesOf(struct)
  const documents = names.includes("document") ? yield* draw(open.document, count, seed) : [],
    parameters = names.includes("parameters") ? yield* draw(open.parameters, count, seed) : []

  const finer = (roll: Roll, right: Readonly<Record<string, unknown>>, i: number) => ({
    ...(documents[i] === undefined ? {} : { document: documents[i] }),
    ...(isObject(right["parameters"])
      ? { parameters: { ...right["parameters"], ...some(roll, membersOf(open.parameters, parameters[i])) } }
      : {})
  })

  return Array.from({ length: count }, (_, i) => (sample: Asked): Shot => {
    const roll = rollFrom(`${seed} ${route.name} ${i}`)

    const bodyOf = (): Omit<Sent, "token"> => {
      if (sample.body === undefined) return roll(8) === 0 ? { body: pick(roll, values) ?? null } : {}
      const form = roll(20)
      if (form === 0) return pick(roll, unreadable)
      if (form === 1) return {}
      if (form < 8)
        return {
          body: isObject(sample.body)
            ? {
                ...(roll(5) === 0 ? {} : sample.body),
                ...some(roll, { ...membersOf(struct!, drawnBodies[i]), ...finer(roll, sample.body, i) })
              }
            : (drawnBodies[i] ?? null)
        }
      let body: unknown = sample.body
      for (let left = pick(roll, [1, 1, 1, 2, 3]); left > 0; left--) body = mutated(roll, body)
      return { text: withNumbers(JSON.stringify(body) ?? "") }
    }

    const searchOf = (): ReadonlyArray<readonly [string, string]> => {
      const right = Object.entries(sample.query ?? {})
      if (query === undefined || roll(4) === 0)
        return roll(10) === 0 ? [...right, [pick(roll, texts), pick(roll, texts)]] : right
      const drawn = Object.entries(membersOf(query, drawnQueries[i]))
        .filter(([name]) => name !== "cursor")
        .map(([name, value]) => [name, String(value)] as const)
      const wrong = Array.from(
        { length: roll(3) },
        () =>
          [
            pick(roll, [...namesOf(query), ...namesOf(query), "limit[]", pick(roll, texts)]),
            pick(roll, texts)
          ] as const
      )
      return [
        ...[...right, ...drawn].filter(([name]) => roll(10) > 0 && !wrong.some(([other]) => other === name)),
        ...(roll(12) === 0 ? right : []),
        ...wrong
      ]
    }

    const bent =
      route.names.length > 0 && roll(6) === 0
        ? {
            [pick(roll, route.names)]: pick(
              roll,
              texts.filter((text) => text !== "" && !text.includes(".."))
            ).toWellFormed()
          }
        : {}
    const search = new URLSearchParams(searchOf().map(([name, value]) => [name, value])).toString()
    const below =
      urlOf(route, { params: { ...sample.params, ...bent } }) + (search === "" ? "" : `?${search}`)
    const extra = Object.fromEntries(
      namesOf(headers)
        .filter(() => roll(3) === 0)
        .map((name) => [name, pick(roll, headerValues)])
    )
    const { headers: own, ...body } = route.method === "GET" ? {} : bodyOf()
    // nobody waits for the failed tries of somebody else to be forgotten
    return {
      below,
      sent: {
        ...body,
        headers: { "x-forwarded-for": `10.${roll(256)}.${roll(256)}.${roll(256)}`, ...extra, ...own }
      }
    }
  })
})

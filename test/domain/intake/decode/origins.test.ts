// Where adapters say that fields come from, against what their decoders do: the named member of every recorded payload
// is changed, and exactly the fields that name it change with it.
import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import type { Message } from "../../../../src/domain/intake/decode/Decoder.ts"
import { decoders } from "../../../../src/domain/intake/decode/registry.ts"
import { readFields, type ReadFields } from "../../../../src/domain/intake/readFields.ts"
import { isObject } from "../../../../src/domain/isObject.ts"
import type { AdapterKey } from "../../../../src/domain/tracking/DataSource.ts"
import { messageOf, type Recorded, recorded, recordedAdapters, RECEIVED_AT } from "./fixtures.ts"
import { isThere, leavesOf, others, type Report, reportsOf } from "./originReports.ts"

type Field = ReadFields["decoded"][number]

const fieldsOf = (adapter: AdapterKey, message: Message, i: number): ReadonlyArray<Field> => {
  const decoded = decoders[adapter].decode(message)
  if (Result.isFailure(decoded)) return []
  const kept: unknown = JSON.parse(JSON.stringify(decoded.success[i] ?? null))
  return readFields(kept, { adapter, config: message.config }).decoded
}

const changedFields = (before: ReadonlyArray<Field>, after: ReadonlyArray<Field>): ReadonlyArray<string> =>
  before
    .filter((one) => {
      const then = after.find(({ field }) => field === one.field)
      return then === undefined || JSON.stringify(then.value) !== JSON.stringify(one.value)
    })
    .map(({ field }) => field)
    .toSorted()

/** The members that a report has of those that a field is said to come from. */
const membersIn = (report: Report, { of, members }: NonNullable<Field["origin"]>): ReadonlyArray<string> => {
  const there = members.filter((member) => isThere(report.get(member)))
  return of === "first" ? there.slice(0, 1) : there
}

const isPart = (one: string, other: string): boolean =>
  one === other || one.startsWith(`${other}.`) || other.startsWith(`${one}.`)

const isClose = (sent: unknown, told: unknown): boolean =>
  JSON.stringify(sent) === JSON.stringify(told) ||
  String(sent) === String(told) ||
  Math.abs(Number(sent) - Number(told)) <= Math.abs(Number(sent)) * 1e-9

/**
 * Whether a change of what a field names changes the fields that name it, and no others. Of what is found
 * within an object, or is one, a part is changed: of its fields, those of other parts stay as they were.
 */
const decides = (
  report: Report,
  fields: ReadonlyArray<Field>,
  one: Field,
  read: (message: Message) => ReadonlyArray<Field>
): boolean => {
  const origin = one.origin!,
    isWithin = origin.of === "within"
  const isOf = (member: string): boolean => {
    const near = fields
      .filter((each) => membersIn(report, each.origin!).some((name) => isPart(name, member)))
      .map(({ field }) => field)
      .toSorted()
    const paths = isWithin ? leavesOf(report.get(member), member) : [member]
    return paths.some((path) =>
      others(report.get(path)).some((value) => {
        const changed = changedFields(fields, read(report.put(path, value)))
        return isWithin || isObject(report.get(path))
          ? changed.includes(one.field) && changed.every((field) => near.includes(field))
          : changed.join() === near.join()
      })
    )
  }
  const members = membersIn(report, origin)
  return isWithin ? members.some(isOf) : members.every(isOf)
}

/** Lines of JSON have no report of their own to change. */
const isLines = ({ body, contentType }: Recorded): boolean => body === undefined && contentType === undefined

/** Whether a field may be without any of the members that it names. */
const needsNone = ({ origin, value }: Field): boolean =>
  origin?.otherwise === "arrival"
    ? value === new Date(RECEIVED_AT).toISOString()
    : origin?.otherwise === "source" || (origin?.otherwise === "adapter" && origin.members.length === 0)

const ofHttp: ReadonlyArray<Recorded> = [
  {
    name: "a report as it stands",
    body: {
      device_id: "a",
      time: 1_777_610_400,
      latitude: 51,
      lng: 10,
      speed: 3,
      state: { mode: "rest" },
      fw: "2"
    }
  },
  {
    name: "a set-up that says where values are, with factors",
    config: {
      items: "data",
      device: "meta.imei",
      fields: {
        lat: "p.y",
        lon: "p.x",
        speed_mps: { path: "v", factor: 0.5 },
        "measurements.depth_m": { path: "d", factor: 0.01 }
      },
      record_type: "network",
      time_format: "utc"
    },
    body: {
      meta: { imei: "7" },
      data: [{ time: "2026-05-01 12:00:00", p: { x: 10, y: 51 }, v: 8, d: 123, metric: "m", value: 4 }]
    }
  },
  {
    name: "a form",
    contentType: "application/x-www-form-urlencoded",
    config: { fields: { device: "imei", accuracy_m: { path: "cep", factor: 1000 } } },
    text: "imei=7&time=1777610400&lat=51&lon=10&cep=3"
  }
]

const adapters: ReadonlyArray<readonly [AdapterKey, ReadonlyArray<Recorded>]> = [
  ["generic_http", ofHttp],
  ...recordedAdapters.map((adapter) => [adapter, recorded(adapter).cases] as const)
]

describe.each(adapters)("fields of %s", (adapter, cases) => {
  const items = cases.flatMap((recording) => {
    const message = messageOf(recording),
      decoded = decoders[adapter].decode(message)
    const count = Result.isFailure(decoded) ? 0 : decoded.success.length
    return Array.from({ length: count }, (_, i) => ({ recording, message, i }))
  })
  const told = items.map((item) => ({ ...item, fields: fieldsOf(adapter, item.message, item.i) }))

  it("say where they come from, all of them", () => {
    const without = told.flatMap(({ fields, recording }) =>
      fields.filter(({ origin }) => origin === undefined).map(({ field }) => `${recording.name}: ${field}`)
    )
    assert.deepStrictEqual(without, [])
    assert.isAbove(told.flatMap(({ fields }) => fields).length, 8)
  })

  it("change with the member that they name, and no others do", () => {
    const wrong: Array<string> = []
    for (const { fields, i, message, recording } of told) {
      if (isLines(recording)) continue // lines
      const read = (other: Message) => fieldsOf(adapter, other, i)
      for (const one of fields) {
        const reports = reportsOf(message, recording).filter(
          (each) => membersIn(each, one.origin!).length > 0
        )
        const isRight =
          reports.length === 0 ? needsNone(one) : reports.some((each) => decides(each, fields, one, read))
        if (!isRight) wrong.push(`${recording.name}: ${one.field} is not of ${one.origin!.members.join()}`)
      }
    }
    assert.deepStrictEqual(wrong, [])
  })

  it("show what was sent, and the factor between", () => {
    const wrong: Array<string> = []
    for (const { fields, message, recording } of told) {
      if (isLines(recording)) continue
      const reports = reportsOf(message, recording)
      for (const { field, origin, value } of fields) {
        if (origin?.sent === undefined) continue
        const sent = reports.flatMap((each) => membersIn(each, origin).map((member) => each.get(member)))
        if (sent.length > 0 && !sent.some((each) => isClose(each, origin.sent)))
          wrong.push(`${recording.name}: ${field} was not sent as ${JSON.stringify(origin.sent)}`)
        if (origin.factor !== undefined && !isClose(Number(origin.sent) * origin.factor, value))
          wrong.push(
            `${recording.name}: ${field} is not ${origin.factor} times ${JSON.stringify(origin.sent)}`
          )
      }
    }
    assert.deepStrictEqual(wrong, [])
  })
})

// What an engine holds while it owns the log: subjects shared, cells in their place, editions on record once.
import { assert, describe, it } from "@effect/vitest"
import { partitionOf, PARTITIONS } from "../../../src/domain/intake/LogEntry.ts"
import { subjectKey } from "../../../src/domain/rule/Observation.ts"
import { makeBook } from "../../../src/engine/evaluate/Book.ts"
import { Cell } from "../../../src/engine/evaluate/Cell.ts"
import { Changes } from "../../../src/engine/evaluate/Changes.ts"
import { Estate } from "../../../src/engine/live/Estate.ts"
import { noMemory, type RuleRow } from "../../../src/engine/ports.ts"
import { Schedule, Ticked } from "../../../src/engine/live/Schedule.ts"
import { cow, document, PROJECT, START } from "../../support/engine/timeline.ts"

const who = {
  entity: { id: cow.id, name: "Alma", typeId: "t", groupIds: [] },
  device: { id: cow.deviceId, name: "Collar" }
}
const minute: RuleRow = {
  id: "tick",
  name: "tick",
  version: 1,
  blankFrom: 1,
  activeFrom: 0,
  document: document({
    trigger: { kind: "schedule", every_seconds: 60 },
    conditions: { type: "no_data", for_seconds: 60 }
  }),
  failedSubject: null
}
const bookOf = (version: number, ...rules: ReadonlyArray<RuleRow>) =>
  makeBook(PROJECT, { version, features: [], rules })
const estateOf = (...cursors: ReadonlyArray<{ readonly partition: number; readonly position: number }>) =>
  new Estate({ epoch: 1, cursors, lanes: [] })
const cellOf = (subject = cow) => new Cell(subject, who, noMemory, () => undefined)
const partition = partitionOf(cow.id),
  all = () => true

describe("the cursors", () => {
  it("are where the tenure began, and go on with what is committed", () => {
    const estate = estateOf({ partition: 0, position: 5 }, { partition: 3, position: 7 })
    const changes = new Changes(START)
    changes.cursors.push({ partition: 3, from: 7, to: 9 })
    estate.advance(changes)
    assert.deepStrictEqual(estate.cursors, [
      { partition: 0, position: 5 },
      { partition: 3, position: 9 }
    ])
    assert.deepStrictEqual(
      [0, 3, 8].map((p) => estate.position(p)),
      [5, 9, 0]
    )
  })
})

describe("subjects are shared", () => {
  it("one object for all that is read of one", () => {
    const estate = estateOf(),
      alma = estate.subjectOf("p", "d", "e")
    assert.deepStrictEqual(alma, { id: "e", projectId: "p", entityId: "e", deviceId: "d" })
    assert.strictEqual(estate.subjectOf("p", "d", "e"), alma)
    assert.deepStrictEqual(estate.subjectOf("p", "d", null), {
      id: "d",
      projectId: "p",
      entityId: null,
      deviceId: "d"
    })
    assert.strictEqual(
      new Set([
        alma,
        estate.subjectOf("q", "d", "e"),
        estate.subjectOf("p", "c", "e"),
        estate.subjectOf("p", "d", "f"),
        estate.subjectOf("p", "d", null)
      ]).size,
      5
    )
  })
  it("that of the cell, unless the record is of another device", () => {
    const estate = estateOf()
    estate.settle(subjectKey(cow), cellOf())
    assert.strictEqual(estate.subjectOf(PROJECT, cow.deviceId, cow.entityId), cow)
    assert.deepStrictEqual(estate.subjectOf(PROJECT, "other", cow.entityId), { ...cow, deviceId: "other" })
  })
  it("strangers are let go when there are many", () => {
    const estate = estateOf(),
      alma = estate.subjectOf("p", "d", "e")
    for (let i = 0; i < 19_999; i++) estate.subjectOf("p", `${i}`, null)
    assert.strictEqual(estate.subjectOf("p", "d", "e"), alma)
    estate.subjectOf("p", "one more", null)
    assert.notStrictEqual(estate.subjectOf("p", "d", "e"), alma)
    assert.deepStrictEqual(estate.subjectOf("p", "d", "e"), alma)
  })
})

describe("a cell takes its place", () => {
  const other = { ...cow, id: cow.id.replace(/.$/, "2"), entityId: cow.id.replace(/.$/, "2") }
  const planned = () => {
    const estate = estateOf(),
      schedule = new Schedule(bookOf(1, minute).onTick, estate.ticksOf(PROJECT))
    estate.schedules.set(PROJECT, schedule)
    return { estate, schedule }
  }

  it("with the ticks that were judged of its partition, its own where they are newer", () => {
    const { estate } = planned()
    estate.ticksOf(PROJECT).set(partition, 500, null)
    const young = cellOf(),
      old = cellOf(other)
    old.tickedTo = 900
    estate.settle(subjectKey(cow), young)
    estate.settle(subjectKey(other), old)
    assert.deepStrictEqual(
      [young.tickedTo, old.tickedTo, estate.cells.get(subjectKey(cow))],
      [500, 900, young]
    )
    assert.lengthOf(estate.ticksOf("another project").to, PARTITIONS)
    assert.isTrue(estate.ticksOf("another project").to.every((t) => t === -Infinity))
    assert.strictEqual(estate.ticksOf("p"), estate.ticksOf("p"))
  })
  it("as a member of its project's schedule, with the receipts known of it", () => {
    const { estate, schedule } = planned(),
      key = subjectKey(cow)
    schedule.receipts.set(key, [1, 2])
    const cell = cellOf()
    estate.settle(key, cell)
    assert.deepStrictEqual(
      [
        cell.receipts,
        schedule.receipts.has(key),
        schedule.members[partition]!.get(key),
        schedule.members.reduce((n, m) => n + m.size, 0)
      ],
      [[1, 2], false, cow, 1]
    )
    const again = cellOf()
    estate.settle(key, again)
    assert.strictEqual(again.receipts, cell.receipts) // the cell before knows best
    const fresh = cellOf(other)
    estate.settle(subjectKey(other), fresh)
    assert.deepStrictEqual(fresh.receipts, [])
  })
  it("without a schedule nobody counts receipts", () => {
    const estate = estateOf(),
      cell = cellOf()
    estate.settle(subjectKey(cow), cell)
    assert.isNull(cell.receipts)
  })
  it("and leaves it, everywhere, when the subject was deleted", () => {
    const { estate, schedule } = planned(),
      key = subjectKey(cow)
    estate.settle(key, cellOf())
    schedule.receipts.set(key, [1])
    estate.drop(key, cow)
    assert.deepStrictEqual(
      [estate.cells.size, schedule.members[partition]!.size, schedule.receipts.size],
      [0, 0, 0]
    )
    estateOf().drop(key, cow)
  })
})

describe("timers that were set before the start", () => {
  it("wait for subjects that sleep", () => {
    const estate = estateOf()
    estate.await("r", cow, START)
    assert.deepStrictEqual([[...estate.sleeping], estate.timers.next(all)], [[[subjectKey(cow), cow]], START])
    assert.deepStrictEqual(estate.timers.due(START, 9, [partition], all), [
      { at: START, partition, projectId: PROJECT, subject: subjectKey(cow), ruleId: "r" }
    ])
  })
})

describe("what comes next", () => {
  it("a timer, or a tick after its grace, of projects that take part", () => {
    const estate = estateOf()
    assert.strictEqual(
      estate.nextDue(20_000, () => true),
      Infinity
    )
    for (const id of ["a", "b"]) {
      const judged = new Ticked()
      for (let p = 0; p < PARTITIONS; p++) judged.set(p, id === "a" ? 0 : 600_000, null)
      estate.schedules.set(id, new Schedule(bookOf(1, minute).onTick, judged))
    }
    assert.deepStrictEqual(
      [
        estate.nextDue(20_000, () => true),
        estate.nextDue(20_000, (id) => id === "b"),
        estate.nextDue(20_000, () => false)
      ],
      [80_000, 680_000, Infinity]
    )
    estate.timers.set({ at: 70_000, partition: 0, projectId: "a", subject: "s", ruleId: "r" })
    assert.deepStrictEqual(
      [estate.nextDue(20_000, () => true), estate.nextDue(0, () => true)],
      [70_000, 60_000]
    )
  })
})

describe("editions", () => {
  it("a new one is told to the cells of its project, and to no other", () => {
    const estate = estateOf(),
      own = cellOf(),
      foreign = cellOf({ ...cow, projectId: "q" }),
      book = bookOf(1)
    estate.cells.set("own", own).set("foreign", foreign)
    for (const cell of [own, foreign]) {
      cell.receipts = [1]
    }
    estate.replace(book)
    assert.strictEqual(estate.books.get(PROJECT), book)
    assert.deepStrictEqual([own.receipts, foreign.receipts], [null, [1]])
  })
  it("go on record with the batch that first uses them, partition by partition, once", () => {
    const estate = estateOf({ partition: 2, position: 40 }),
      adopted = (version: number, ...partitions: ReadonlyArray<number>) => {
        const changes = new Changes(START)
        estate.adopt(bookOf(version), partitions, changes)
        return changes.adoptions
      }
    assert.deepStrictEqual(adopted(1, 2, 5), [
      { partition: 2, projectId: PROJECT, version: 1, from: 40 },
      { partition: 5, projectId: PROJECT, version: 1, from: 0 }
    ])
    assert.deepStrictEqual(adopted(1, 2), [])
    assert.deepStrictEqual(
      adopted(2, 5).map((a) => a.version),
      [2]
    )
    assert.deepStrictEqual(
      adopted(2, 2, 5).map((a) => a.partition),
      [2]
    )
  })
})

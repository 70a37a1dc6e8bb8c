// What an engine holds while it owns the log: subjects shared, actors in their place, editions on record once.
import { assert, describe, it } from "@effect/vitest"
import { partitionOf, PARTITIONS } from "../../../src/domain/intake/LogEntry.ts"
import { subjectKey } from "../../../src/domain/rule/Observation.ts"
import { makeRuleSet } from "../../../src/engine/evaluate/RuleSet.ts"
import { SubjectActor } from "../../../src/engine/evaluate/SubjectActor.ts"
import { makeBatch } from "../../../src/engine/evaluate/BatchResult.ts"
import { EngineState } from "../../../src/engine/live/EngineState.ts"
import { noMemory, type RuleRow } from "../../../src/engine/ports.ts"
import { Schedule, TickProgress } from "../../../src/engine/live/Schedule.ts"
import { HandClock, ruleActorsBy } from "../../support/engine/HandClock.ts"
import { cow, document, PROJECT, START } from "../../support/engine/timeline.ts"
import { ALL_PARTITIONS } from "../../support/engine/MemoryPlacement.ts"

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
const ruleSetOf = (version: number, ...rules: ReadonlyArray<RuleRow>) =>
  makeRuleSet(PROJECT, { version, features: [], rules })
const engineStateOf = (
  ...cursors: ReadonlyArray<{ readonly partition: number; readonly position: number }>
) => {
  const engineState = new EngineState(ruleActorsBy(new HandClock(START)))
  engineState.own({ tenures: cursors.map((cursor) => ({ ...cursor, epoch: 1 })), lanes: [] })
  return engineState
}
const subjectActorOf = (subject = cow) => new SubjectActor(subject, who, noMemory, () => undefined)
const partition = partitionOf(cow.id),
  all = () => true

describe("the cursors", () => {
  it("are where the tenure began, and go on with what is committed", () => {
    const engineState = engineStateOf({ partition: 0, position: 5 }, { partition: 3, position: 7 })
    engineState.advance(makeBatch(START, { cursors: [{ partition: 3, from: 7, to: 9 }] }))
    assert.deepStrictEqual(engineState.cursors, [
      { partition: 0, position: 5 },
      { partition: 3, position: 9 }
    ])
    assert.deepStrictEqual(
      [0, 3, 8].map((p) => engineState.position(p)),
      [5, 9, 0]
    )
  })
})

describe("subjects are shared", () => {
  it("one object for all that is read of one", () => {
    const engineState = engineStateOf(),
      alma = engineState.subjectOf("p", "d", "e")
    assert.deepStrictEqual(alma, { id: "e", projectId: "p", entityId: "e", deviceId: "d" })
    assert.strictEqual(engineState.subjectOf("p", "d", "e"), alma)
    assert.deepStrictEqual(engineState.subjectOf("p", "d", null), {
      id: "d",
      projectId: "p",
      entityId: null,
      deviceId: "d"
    })
    assert.strictEqual(
      new Set([
        alma,
        engineState.subjectOf("q", "d", "e"),
        engineState.subjectOf("p", "c", "e"),
        engineState.subjectOf("p", "d", "f"),
        engineState.subjectOf("p", "d", null)
      ]).size,
      5
    )
  })
  it("that of the cell, unless the record is of another device", () => {
    const engineState = engineStateOf()
    engineState.addActor(subjectKey(cow), subjectActorOf())
    assert.strictEqual(engineState.subjectOf(PROJECT, cow.deviceId, cow.entityId), cow)
    assert.deepStrictEqual(engineState.subjectOf(PROJECT, "other", cow.entityId), {
      ...cow,
      deviceId: "other"
    })
  })
  it("strangers are let go when there are many", () => {
    const engineState = engineStateOf(),
      alma = engineState.subjectOf("p", "d", "e")
    for (let i = 0; i < 19_999; i++) engineState.subjectOf("p", `${i}`, null)
    assert.strictEqual(engineState.subjectOf("p", "d", "e"), alma)
    engineState.subjectOf("p", "one more", null)
    assert.notStrictEqual(engineState.subjectOf("p", "d", "e"), alma)
    assert.deepStrictEqual(engineState.subjectOf("p", "d", "e"), alma)
  })
})

describe("a cell takes its place", () => {
  const other = { ...cow, id: cow.id.replace(/.$/, "2"), entityId: cow.id.replace(/.$/, "2") }
  const planned = () => {
    const engineState = engineStateOf(),
      schedule = new Schedule(ruleSetOf(1, minute).onTick, engineState.ticksOf(PROJECT), ALL_PARTITIONS)
    engineState.schedules.set(PROJECT, schedule)
    return { engineState, schedule }
  }

  it("with the ticks that were judged of its partition, its own where they are newer", () => {
    const { engineState } = planned()
    engineState.ticksOf(PROJECT).set(partition, 500, null)
    const young = subjectActorOf(),
      old = subjectActorOf(other)
    old.tickedTo = 900
    engineState.addActor(subjectKey(cow), young)
    engineState.addActor(subjectKey(other), old)
    assert.deepStrictEqual(
      [young.tickedTo, old.tickedTo, engineState.subjectActors.get(subjectKey(cow))],
      [500, 900, young]
    )
    assert.lengthOf(engineState.ticksOf("another project").to, PARTITIONS)
    assert.isTrue(engineState.ticksOf("another project").to.every((t) => t === -Infinity))
    assert.strictEqual(engineState.ticksOf("p"), engineState.ticksOf("p"))
  })
  it("as a member of its project's schedule, with the receipts known of it", () => {
    const { engineState, schedule } = planned(),
      key = subjectKey(cow)
    schedule.arrivals.set(key, [1, 2])
    const subjectActor = subjectActorOf()
    engineState.addActor(key, subjectActor)
    assert.deepStrictEqual(
      [
        subjectActor.arrivals,
        schedule.arrivals.has(key),
        schedule.members[partition]!.get(key),
        schedule.members.reduce((n, m) => n + m.size, 0)
      ],
      [[1, 2], false, cow, 1]
    )
    const again = subjectActorOf()
    engineState.addActor(key, again)
    assert.strictEqual(again.arrivals, subjectActor.arrivals) // the actor before knows best
    const fresh = subjectActorOf(other)
    engineState.addActor(subjectKey(other), fresh)
    assert.deepStrictEqual(fresh.arrivals, [])
  })
  it("without a schedule nobody counts receipts", () => {
    const engineState = engineStateOf(),
      subjectActor = subjectActorOf()
    engineState.addActor(subjectKey(cow), subjectActor)
    assert.isNull(subjectActor.arrivals)
  })
  it("and leaves it, everywhere, when the subject was deleted", () => {
    const { engineState, schedule } = planned(),
      key = subjectKey(cow)
    engineState.addActor(key, subjectActorOf())
    schedule.arrivals.set(key, [1])
    engineState.removeSubject(key, cow)
    assert.deepStrictEqual(
      [engineState.subjectActors.size, schedule.members[partition]!.size, schedule.arrivals.size],
      [0, 0, 0]
    )
    engineStateOf().removeSubject(key, cow)
  })
})

describe("deadlines that are rows", () => {
  it("wake subjects that sleep in the database", () => {
    const engineState = engineStateOf()
    engineState.loadDeadlines({ after: -Infinity, until: Infinity, most: 9 }, [
      { ruleId: "r", subject: cow, wakeAt: START }
    ])
    assert.deepStrictEqual(engineState.ruleActors.due.take(9, [partition], all), [
      { at: START, partition, subject: cow, key: subjectKey(cow), ruleId: "r" }
    ])
  })
})

describe("what comes next", () => {
  it("who woke, or a tick after its grace, of projects that take part", () => {
    const engineState = engineStateOf()
    assert.strictEqual(
      engineState.nextDue(20_000, () => true),
      Infinity
    )
    for (const id of ["a", "b"]) {
      const judged = new TickProgress()
      for (let p = 0; p < PARTITIONS; p++) judged.set(p, id === "a" ? 0 : 600_000, null)
      engineState.schedules.set(id, new Schedule(ruleSetOf(1, minute).onTick, judged, ALL_PARTITIONS))
    }
    assert.deepStrictEqual(
      [
        engineState.nextDue(20_000, () => true),
        engineState.nextDue(20_000, (id) => id === "b"),
        engineState.nextDue(20_000, () => false)
      ],
      [80_000, 680_000, Infinity]
    )
    engineState.ruleActors.due.add({
      at: 70_000,
      partition: 0,
      subject: { ...cow, projectId: "a" },
      key: "s",
      ruleId: "r"
    })
    assert.deepStrictEqual(
      [engineState.nextDue(20_000, () => true), engineState.nextDue(20_000, (id) => id === "b")],
      [-Infinity, 680_000]
    )
  })
})

describe("editions", () => {
  it("a new one is told to the cells of its project, and to no other", () => {
    const engineState = engineStateOf(),
      own = subjectActorOf(),
      foreign = subjectActorOf({ ...cow, projectId: "q" }),
      ruleSet = ruleSetOf(1)
    engineState.subjectActors.set("own", own).set("foreign", foreign)
    for (const subjectActor of [own, foreign]) {
      subjectActor.arrivals = [1]
    }
    engineState.replaceRuleSet(ruleSet)
    assert.strictEqual(engineState.ruleSets.get(PROJECT), ruleSet)
    assert.deepStrictEqual([own.arrivals, foreign.arrivals], [null, [1]])
  })
  it("go on record with the batch that first uses them, partition by partition, once", () => {
    const engineState = engineStateOf({ partition: 2, position: 40 }),
      adopted = (version: number, ...partitions: ReadonlyArray<number>) =>
        engineState.adopt(ruleSetOf(version), partitions)
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

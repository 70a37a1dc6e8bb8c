// One subject's failure beside another's success, without a database.
import { assert, it } from "@effect/vitest"
import { makeBook } from "../../src/engine/Book.ts"
import { Cell } from "../../src/engine/Cell.ts"
import { Changes } from "../../src/engine/Changes.ts"
import { judgeRecords } from "../../src/engine/judge.ts"
import { noMemory } from "../../src/engine/ports.ts"
import { at, cow, document, PROJECT, RULE, START } from "../support/timeline.ts"

it("last_error stays while any subject fails: the recovery of the one that failed before does not hide the next", () => {
  const conditions = { type: "threshold", metric: "speed_kmh", op: ">", value: 40 } as const
  const made = makeBook(PROJECT, { version: 1, features: [], rules: [{ id: RULE, name: "rule", version: 1, blankFrom: 1, activeFrom: 0, document: document({ conditions }), failedSubject: cow.id }] })
  const calf = { ...cow, id: cow.id.slice(0, -1) + "2", entityId: cow.id.slice(0, -1) + "2" }
  const broken = { ...made.rules[0]!, level: { ...made.rules[0]!.level!, holds: () => { throw new Error("broken") } } }
  const brokenBook = { ...made, concernOf: () => ({ rules: new Set([broken]), onPosition: [broken], onMeasurement: [], onState: [], onTick: [] }) }
  const changes = new Changes(START)
  for (const { book, subject } of [{ book: made, subject: cow }, { book: brokenBook, subject: calf }]) {
    const who = { entity: { id: subject.id, name: "Alma", typeId: "t", groupIds: [] }, device: { id: subject.deviceId, name: "Collar" } }
    const cell = new Cell(subject, who, noMemory, () => undefined)
    cell.adopt(book, 1, changes)
    judgeRecords({ book, changes, nextId: () => "id", setTimer: () => undefined, isLate: () => false }, cell, [{ ...at(0, 0), subject }])
  }
  assert.deepStrictEqual([changes.failures.map((f) => f.subject.id), [...changes.cleared]], [[calf.id], []])
})

// What an engine keeps while nothing happens: no more than it needs.
import { assert, it } from "@effect/vitest"
import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"
import { type Book, makeBook } from "../../../src/engine/evaluate/Book.ts"
import { Cell } from "../../../src/engine/evaluate/Cell.ts"
import { Changes } from "../../../src/engine/evaluate/Changes.ts"
import { judgeRecords } from "../../../src/engine/evaluate/judge.ts"
import { noMemory } from "../../../src/engine/ports.ts"
import { rule } from "../../support/engine/living.ts"
import { area, at, cow, PROJECT, START } from "../../support/engine/timeline.ts"

setFlagsFromString("--expose_gc")
const collect = runInNewContext("gc") as () => void

const who = {
  entity: { id: cow.id, name: "Alma", typeId: "t", groupIds: [] },
  device: { id: cow.deviceId, name: "Collar" }
}
const inside = { type: "spatial", relation: "inside", feature_type: "zone" }

it("a silent subject holds on to no edition of the book but the one in force, not even by what its rules remember", async () => {
  const cell = new Cell(cow, who, noMemory, () => undefined)
  const bookOf = (version: number): Book =>
    makeBook(PROJECT, {
      version,
      features: [area("A", 0)],
      rules: [rule("stays", inside), ...(version === 1 ? [rule("goes", inside)] : [])]
    })
  const judgeWith = (book: Book): WeakRef<Book["features"][number]> => {
    const changes = new Changes(START)
    cell.adopt(book, 1, changes)
    judgeRecords(
      { book, changes, nextId: () => "id", setTimer: () => undefined, isLate: () => false },
      cell,
      [at(0, 0)]
    )
    return new WeakRef(book.features[0]!)
  }
  const before = judgeWith(bookOf(1))
  assert.deepStrictEqual([...cell.actors!.keys()], ["rule-stays", "rule-goes"])
  const current = bookOf(2)
  cell.leave(current)
  await new Promise((done) => setImmediate(done)) // what a WeakRef points at stays until the turn is over
  collect()
  assert.isUndefined(before.deref())
  const changes = new Changes(START)
  cell.adopt(current, 1, changes)
  assert.deepStrictEqual([[...cell.actors!.keys()], changes.ended.length], [["rule-stays"], 1])
})

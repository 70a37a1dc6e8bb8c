// Who woke and waits for a transaction: in which order, and beside whom.
import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { type Deadline, DueActors } from "../../../src/engine/live/DueActors.ts"
import { propertyRuns } from "../../support/propertyRuns.ts"
import { cow } from "../../support/engine/timeline.ts"

const all = () => true
const deadline = (
  at: number,
  partition = 0,
  more: Partial<Deadline> & { projectId?: string } = {}
): Deadline => ({
  at,
  partition,
  subject: { ...cow, projectId: more.projectId ?? "p" },
  key: more.key ?? `s${at}`,
  ruleId: more.ruleId ?? "r"
})
const dueActors = (...list: ReadonlyArray<Deadline>) => {
  const due = new DueActors()
  for (const one of list) due.add(one)
  return due
}
const times = (list: ReadonlyArray<Deadline>) => list.map((d) => d.at)

describe("actors that woke", () => {
  it("are none at first", () => {
    const due = new DueActors()
    assert.deepStrictEqual([due.size, due.has(all), due.take(10, [0, 1], all)], [0, false, []])
  })
  it('are "sorted by (wake_at, rule, subject)": the order of waking decides nothing', () => {
    const list = [
      deadline(2),
      deadline(1, 0, { ruleId: "s", key: "a" }),
      deadline(1, 0, { ruleId: "r", key: "b" }),
      deadline(1, 0, { ruleId: "r", key: "a" })
    ]
    const inOrder = list.toReversed()
    assert.deepStrictEqual(dueActors(...list).take(9, [0], all), inOrder)
    assert.deepStrictEqual(dueActors(...inOrder).take(9, [0], all), inOrder)
  })
  it("of a partition that is not asked for stay", () => {
    const due = dueActors(deadline(300, 3), deadline(200, 5), deadline(100, 15))
    assert.deepStrictEqual(times(due.take(10, [3, 5], all)), [300, 200])
    assert.deepStrictEqual([due.size, due.has(all)], [1, true])
  })
  it("come no more at once than are asked for", () => {
    const due = dueActors(deadline(1, 1), deadline(2, 2), deadline(3, 3))
    assert.deepStrictEqual([times(due.take(2, [1, 2, 3], all)), due.size], [[1, 2], 1])
  })
  it("of a project that has many leave room for those of others, the earliest of each first", () => {
    const due = dueActors(...Array.from({ length: 100 }, (_, i) => deadline(i + 1)))
    for (const at of [100, 90]) due.add(deadline(at, 0, { projectId: "q" }))
    assert.deepStrictEqual(
      due.take(5, [0], all).map((d) => `${d.subject.projectId} ${d.at}`),
      ["q 90", "q 100", "p 1", "p 2", "p 3"]
    )
    assert.strictEqual(due.size, 97)
  })
  it("of a project that may not be judged in a partition wait there", () => {
    const due = dueActors(deadline(1), deadline(2, 1), deadline(3, 0, { projectId: "q" }))
    const others = (projectId: string, partition: number) => projectId !== "p" || partition !== 0
    assert.deepStrictEqual(times(due.take(9, [0, 1], others)), [2, 3])
    assert.deepStrictEqual([due.has(others), due.has(all), due.size], [false, true, 1])
    assert.deepStrictEqual(times(due.take(9, [0, 1], all)), [1])
  })
  it("that there was no time for come again, in their order", () => {
    const due = dueActors(deadline(1), deadline(2), deadline(3))
    const [, ...rest] = due.take(9, [0], all)
    for (const one of rest.toReversed()) due.add(one)
    assert.deepStrictEqual([due.size, times(due.take(9, [0], all))], [2, [2, 3]])
  })
  it("are judged no more where their rule, their subject or their partition is gone", () => {
    const due = dueActors(deadline(1, 1), deadline(2, 2, { ruleId: "s" }), deadline(3, 2), deadline(4, 3))
    due.drop("q", () => true)
    due.drop("p", ({ ruleId }) => ruleId === "s")
    due.close(3)
    assert.deepStrictEqual([due.size, times(due.take(9, [1, 2, 3], all)), due.size], [2, [1, 3], 0])
  })

  const Steps = Schema.Array(
    Schema.Struct({
      at: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 50 })),
      takes: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 3 }))
    })
  )
  it.effect.prop(
    "of one partition come earliest first, whatever was added and taken before",
    { steps: Steps },
    ({ steps }) =>
      Effect.sync(() => {
        const due = new DueActors(),
          kept: Array<number> = []
        for (const { at, takes } of steps) {
          due.add(deadline(at))
          kept.push(at)
          kept.sort((a, b) => a - b)
          assert.deepStrictEqual(times(due.take(takes, [0], all)), kept.splice(0, takes))
          assert.deepStrictEqual([due.size, due.has(all)], [kept.length, kept.length > 0])
        }
      }),
    propertyRuns(300)
  )
})

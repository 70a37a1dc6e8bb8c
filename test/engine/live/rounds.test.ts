// Whose past is judged again next.
import { assert, describe, it } from "@effect/vitest"
import type { LateSpan } from "../../../src/engine/ports.ts"
import { ReplayQueue } from "../../../src/engine/live/ReplayQueue.ts"

const span = (project: string, n: number): LateSpan => ({
  ids: [Number.parseInt(project, 36) * 1000 + n],
  begun: false,
  from: 0,
  reasons: [],
  subject: { id: `${project}${n}`, projectId: project, entityId: null, deviceId: `${project}${n}` }
})
const names = (round: ReadonlyArray<LateSpan>) => round.map((s) => s.subject.id)
const projects = Array.from({ length: 30 }, (_, i) => `p${i.toString(36).padStart(2, "0")}-`)

describe("projects take turns", () => {
  it("of each one, then another of each, as long as there is room", () => {
    assert.deepStrictEqual(
      names(new ReplayQueue().nextRound([span("a", 1), span("a", 2), span("a", 3), span("b", 1)], 0)),
      ["a1", "b1", "a2", "a3"]
    )
  })
  it("those who were not in the last round come first, though others have waited for longer", () => {
    const rounds = new ReplayQueue(),
      due = projects.map((p) => span(p, 1))
    assert.deepStrictEqual(
      [names(rounds.nextRound(due, 0)), names(rounds.nextRound(due, 0)).slice(0, 10)],
      [names(due.slice(0, 20)), names(due.slice(20))]
    )
  })
  it("a device that is a subject in two projects is one of a round", () => {
    const other = { ...span("a", 1), subject: { ...span("a", 1).subject, projectId: "b" } }
    assert.deepStrictEqual(new ReplayQueue().nextRound([span("a", 1), other], 0).length, 1)
  })
})

describe("what fails", () => {
  const a = span("a", 1),
    b = span("b", 1)

  it("is tried by itself, and the others without it", () => {
    const rounds = new ReplayQueue()
    rounds.recordFailure([a, b], "lost", false, 0)
    assert.deepStrictEqual(names(rounds.nextRound([a, b, span("c", 1)], 0)), ["a1"])
    rounds.recordSuccess([a])
    assert.deepStrictEqual(names(rounds.nextRound([b, a], 0)), ["b1"])
  })
  it("rests a minute after the second time by itself; also when the clock goes back", () => {
    const rounds = new ReplayQueue()
    for (let i = 0; i < 3; i++) rounds.recordFailure([a], "lost", false, 1000)
    assert.deepStrictEqual(
      [1000, 60_999, 61_000, 0].map((now) => names(rounds.nextRound([a], now))),
      [[], [], ["a1"], ["a1"]]
    )
    assert.isNull(rounds.giveUpReason([a]))
  })
  it("is given up where the database refuses it twice, with what it said last", () => {
    const rounds = new ReplayQueue()
    rounds.recordFailure([a], "first", true, 0)
    assert.isNull(rounds.giveUpReason([a]))
    rounds.recordFailure([a], "second", true, 0)
    assert.deepStrictEqual(
      [rounds.giveUpReason([a]), rounds.giveUpReason([b]), rounds.giveUpReason([])],
      ["second", null, null]
    )
  })
})

// The gathering of what the stream says has changed: how often lists are read, and that the last read is newer
// than the last word. The clock is the test's.
import { QueryObserver } from "@tanstack/react-query"
import { setImmediate as turn } from "node:timers/promises"
import { assert, describe, it } from "vitest"
import { invalidate, coalesce } from "../../../src/console/data/invalidate.ts"
import { queryClient } from "../../../src/console/data/queryClient.ts"

/** Things that are waited for, let go one after the other. */
const makeGate = () => {
  const waiting: Array<() => void> = []
  const pass = (): Promise<void> => new Promise((go) => waiting.push(go))
  const open = async () => {
    for (const go of waiting.splice(0)) go()
    await turn()
  }
  return { pass, open }
}

const makeGathered = () => {
  const reads: Array<string> = []
  const reading = makeGate(),
    resting = makeGate()
  const ask = coalesce(async (key) => {
    reads.push(key.join(" "))
    await reading.pass()
  }, resting.pass)
  return { ask, reads, reading, resting }
}

describe("what the stream says has changed", () => {
  it("is read at once, and in a storm once more after each rest, however much is said", async () => {
    const { ask, reads, reading, resting } = makeGathered()
    for (let i = 0; i < 1000; i++) ask(["events", "north"])
    assert.lengthOf(reads, 1)
    await reading.open()
    for (let i = 0; i < 1000; i++) ask(["events", "north"])
    assert.lengthOf(reads, 1)
    await resting.open()
    assert.lengthOf(reads, 2)
    for (const gate of [reading, resting, reading, resting]) await gate.open()
    assert.lengthOf(reads, 2, "nothing was said since")
    ask(["events", "north"])
    assert.lengthOf(reads, 3)
  })

  it("is not read twice at a time, where a read takes longer than the rest", async () => {
    const { ask, reads, reading, resting } = makeGathered()
    ask(["events", "north"])
    await resting.open()
    ask(["events", "north"])
    await resting.open()
    assert.lengthOf(reads, 1)
    await reading.open()
    assert.lengthOf(reads, 2)
  })

  it("is gathered for each list by itself, and a read that fails stops nothing", async () => {
    const { open, pass } = makeGate()
    const reads: Array<string> = []
    const ask = coalesce(async (key) => {
      reads.push(key.join(" "))
      return Promise.reject(new Error("nobody answers"))
    }, pass)
    ask(["events", "north"])
    ask(["events", "south"])
    ask(["events", "north"])
    await open()
    assert.deepStrictEqual(reads, ["events north", "events south", "events north"])
  })

  it("is read to its end where it is being read, and then once more", async () => {
    const answers: Array<(answer: number) => void> = []
    let broken = 0
    const options = {
      queryKey: ["events", "west"],
      queryFn: ({ signal }: { readonly signal: AbortSignal }) => {
        signal.addEventListener("abort", () => broken++)
        return new Promise<number>((answer) => answers.push(answer))
      }
    }
    const list = new QueryObserver<number>(queryClient, options)
    const leave = list.subscribe(() => undefined)
    invalidate(["events", "west"])
    answers[0]!(1)
    while (answers.length < 2) await turn()
    assert.strictEqual(list.getCurrentResult().data, 1)
    answers[1]!(2)
    while (list.getCurrentResult().data !== 2) await turn()
    assert.deepStrictEqual([answers.length, broken], [2, 0])
    leave()
    queryClient.clear()
  })
})

// Acknowledgements that find no server: shown and kept in the tab until they are sent, in the session of the user who
// made them.
import { focusManager } from "@tanstack/react-query"
import { afterEach, assert, beforeEach, describe, it, vi } from "@effect/vitest"
import { setImmediate as turn } from "node:timers/promises"
import { followConnection, makeStep } from "../../../../src/console/data/alerts/alertSteps.ts"
import { meanwhileNow } from "../../../../src/console/data/alerts/shownAlerts.ts"
import { queryClient } from "../../../../src/console/data/queryClient.ts"
import { session } from "../../../../src/console/data/session.ts"
import { acknowledged, alert, answer, begin, end, shown } from "./alertCache.ts"

const signIn = (id: string) => queryClient.setQueryData(session.queryKey, { id } as never)
const lose = () => vi.stubGlobal("fetch", () => Promise.reject(new TypeError("no network")))
/** The number that the shell shows. */
const unsent = () => meanwhileNow().steps.filter(({ resendMs }) => resendMs !== undefined).length
const turns = async () => {
  for (let i = 0; i < 5; i++) await turn()
}

let tell: (state: { readonly connection: string }) => void

beforeEach(() => {
  begin()
  followConnection((to) => {
    tell = to
    return () => undefined
  })
  queryClient.mount() // as the provider does: paused mutations go on where the client is mounted
  signIn("ines")
  tell({ connection: "lost" })
})
afterEach(() => {
  focusManager.setFocused(undefined)
  tell({ connection: "live" })
  queryClient.unmount()
  vi.useRealTimers()
  end()
})

/** Acknowledges the alert 2 and waits until the first request has failed. */
const acknowledgeUnsent = async () => {
  const told: Array<() => void> = []
  const moved = makeStep(alert("2"), "acknowledge", { onUnsent: (cancel) => told.push(cancel) })
  moved.catch(() => undefined)
  await turns()
  return { moved, told }
}

describe("an acknowledgement that finds no server", () => {
  it("is shown, waits while the stream is lost, and is sent when the stream is back", async () => {
    lose()
    const { moved, told } = await acknowledgeUnsent()
    assert.deepStrictEqual([...shown(), unsent(), told.length], ["3 1", "2", 1, 1])
    let sent = 0
    answer(200, acknowledged(), () => sent++)
    await turns()
    assert.strictEqual(sent, 0)
    tell({ connection: "live" })
    await moved
    assert.deepStrictEqual([...shown(), unsent(), sent, told.length], ["3 1", "2", 0, 1, 1])
  })

  it("is sent at once where only the stream is lost", async () => {
    answer(200, acknowledged())
    const { moved, told } = await acknowledgeUnsent()
    await moved
    assert.deepStrictEqual([...shown(), told.length], ["3 1", "2", 0])
  })

  it("is sent from a tab that is hidden", async () => {
    lose()
    const { moved } = await acknowledgeUnsent()
    focusManager.setFocused(false)
    answer(200, acknowledged())
    tell({ connection: "live" })
    await moved
    assert.deepStrictEqual(shown(), ["3 1", "2"])
  })

  it("waits on where the server is lost again", async () => {
    lose()
    const { moved, told } = await acknowledgeUnsent()
    tell({ connection: "live" })
    tell({ connection: "lost" })
    await turns()
    assert.deepStrictEqual([...shown(), unsent(), told.length], ["3 1", "2", 1, 1])
    answer(200, acknowledged())
    tell({ connection: "live" })
    await moved
    assert.strictEqual(unsent(), 0)
  })

  it("is taken back before it is sent", async () => {
    lose()
    const { told } = await acknowledgeUnsent()
    answer(200, acknowledged(), () => assert.fail("sent"))
    told[0]!()
    assert.deepStrictEqual([...shown(), unsent()], ["3 2 1", "", 0])
    tell({ connection: "live" })
    await turns()
    assert.deepStrictEqual(shown(), ["3 2 1", ""])
  })

  it("is not sent for another user", async () => {
    lose()
    const { moved } = await acknowledgeUnsent()
    answer(200, acknowledged(), () => assert.fail("sent"))
    signIn("erik")
    tell({ connection: "live" })
    assert.strictEqual(((await moved.catch((refused: unknown) => refused)) as Error).name, "AbortError")
    assert.deepStrictEqual(shown(), ["3 2 1", ""])
  })

  it("survives a sign-in of the same user", async () => {
    answer(401, {})
    const { moved } = await acknowledgeUnsent()
    assert.strictEqual(unsent(), 1)
    queryClient.setQueryData(session.queryKey, null)
    tell({ connection: "connecting" })
    await turns()
    signIn("ines")
    answer(200, acknowledged())
    tell({ connection: "live" })
    await moved
    assert.deepStrictEqual(shown(), ["3 1", "2"])
  })

  it("is not shown any more where the server refuses it later", async () => {
    lose()
    const { moved } = await acknowledgeUnsent()
    answer(403, {})
    tell({ connection: "live" })
    assert.instanceOf(await moved.catch((refused: unknown) => refused), Error)
    assert.deepStrictEqual([...shown(), unsent()], ["3 2 1", "", 0])
  })

  it("is sent again after a while where only its request was lost", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout"] })
    tell({ connection: "live" })
    let tries = 0
    vi.stubGlobal("fetch", async () => {
      if (++tries === 1) throw new TypeError("lost")
      return Response.json(acknowledged())
    })
    const { moved } = await acknowledgeUnsent()
    assert.deepStrictEqual([...shown(), tries], ["3 1", "2", 1])
    await vi.advanceTimersByTimeAsync(10_000)
    await moved
    assert.strictEqual(tries, 2)
  })

  it("is taken back between two tries", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout"] })
    tell({ connection: "live" })
    let tries = 0
    vi.stubGlobal("fetch", async () => {
      tries++
      throw new TypeError("lost")
    })
    const { moved, told } = await acknowledgeUnsent()
    told[0]!()
    await Promise.all([moved.catch(() => undefined), vi.advanceTimersByTimeAsync(10_000)])
    assert.deepStrictEqual([...shown(), tries], ["3 2 1", "", 1])
  })
})

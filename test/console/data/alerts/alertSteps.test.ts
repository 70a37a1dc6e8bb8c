// What a user does about an alert, in the lists that were read: shown at once, not shown any more or read again where
// the server refuses.
import { QueryObserver } from "@tanstack/react-query"
import { afterEach, assert, beforeEach, describe, it, vi } from "@effect/vitest"
import { setImmediate as turn } from "node:timers/promises"
import { alertsAbout, noteAlert, oneAlert } from "../../../../src/console/data/alerts.ts"
import { makeStep } from "../../../../src/console/data/alerts/alertSteps.ts"
import { type EventRecord, eventRecord } from "../../../../src/console/data/events.ts"
import { queryClient } from "../../../../src/console/data/queryClient.ts"
import {
  acknowledge,
  acknowledged,
  alert,
  answer,
  begin,
  end,
  fails,
  open,
  project,
  shown,
  shownStatus,
  step,
  taken
} from "./alertCache.ts"

const one = () => oneAlert(project(), "2").queryKey
const record = () => eventRecord(project(), "event of 2").queryKey
const isStale = (queryKey: ReadonlyArray<unknown>) => queryClient.getQueryState(queryKey)!.isInvalidated

beforeEach(() => {
  begin()
  queryClient.setQueryData(one(), alert("2"))
  queryClient.setQueryData(record(), { alert: alert("2"), deliveries: [] } as unknown as EventRecord)
})
afterEach(end)

describe("a step", () => {
  it("is shown in every list and beside its event before the server answers, and as it answers", async () => {
    answer(200, acknowledged(), () => {
      assert.deepStrictEqual(shown(), ["3 1", "2"])
      assert.strictEqual(shownStatus(queryClient.getQueryData(record())?.alert), "acknowledged")
    })
    assert.deepStrictEqual(await acknowledge(alert("2")), acknowledged())
    assert.deepStrictEqual(shown(), ["3 1", "2"])
    assert.strictEqual(shownStatus(queryClient.getQueryData(record())?.alert), "acknowledged")
  })

  it("that found no server, or one in trouble, is not shown any more", async () => {
    vi.stubGlobal("fetch", () => Promise.reject(new TypeError("no network")))
    await fails(alert("2"))
    assert.deepStrictEqual(shown(), ["3 2 1", ""])
    answer(503, {})
    await fails(alert("2"))
    assert.deepStrictEqual(shown(), ["3 2 1", ""])
    assert.strictEqual(shownStatus(queryClient.getQueryData(record())?.alert), "open")
    assert.isFalse(isStale(open().queryKey))
  })

  it("that another member overtook makes everything that shows its alert be read again", async () => {
    const about = alertsAbout(project(), "animal").queryKey
    queryClient.setQueryData(about, { entityId: "animal", items: [], tick: 0 })
    answer(409, { detail: "the alert is resolved: it cannot become acknowledged" })
    await fails(alert("2"))
    for (const key of [open().queryKey, taken().queryKey, one(), record(), about])
      assert.isTrue(isStale(key), key.join(" "))
  })

  it("that another member overtook is shown until the alert is read again, so that no row flashes", async () => {
    const seen: Array<string> = []
    const leave = new QueryObserver(queryClient, { ...open(), staleTime: Infinity }).subscribe(() =>
      seen.push(shown()[0]!)
    )
    vi.stubGlobal("fetch", async (address: string) =>
      address.endsWith("/acknowledge")
        ? Response.json({}, { status: 409 })
        : Response.json({ items: [alert("3"), alert("1")], next_cursor: null })
    )
    await fails(alert("2"))
    assert.deepStrictEqual(shown(), ["3 1", ""])
    assert.notInclude(seen, "3 2 1")
    leave()
  })

  it("that is refused leaves what came from the server meanwhile, and reads again", async () => {
    answer(503, {}, () => noteAlert(alert("2", "resolved", [step("resolved")])))
    await fails(alert("2"))
    assert.deepStrictEqual(shown(), ["3 1", ""])
    assert.strictEqual(shownStatus(queryClient.getQueryData(record())?.alert), "resolved")
    assert.isTrue(isStale(open().queryKey))
  })

  it("is not shown over what is newer, and what is newer is not hidden with it", async () => {
    noteAlert(alert("2", "resolved", [step("resolved")]))
    const answered = Promise.withResolvers<Response>()
    vi.stubGlobal("fetch", () => answered.promise)
    const moved = acknowledge(alert("2")).catch(() => undefined)
    await turn()
    assert.deepStrictEqual(shown(), ["3 1", ""])
    answered.resolve(Response.json({}, { status: 503 }))
    await moved
    assert.deepStrictEqual(shown(), ["3 1", ""])
  })

  it("is shown over another step that is under way on the same alert", async () => {
    const answered = Promise.withResolvers<Response>()
    vi.stubGlobal("fetch", (address: string) =>
      address.endsWith("/acknowledge") ? answered.promise : Promise.reject(new TypeError("no network"))
    )
    const moved = acknowledge(alert("2"))
    const resolved = makeStep(alert("2", "acknowledged"), "resolve", { note: "The gate was open." })
    assert.deepStrictEqual(shown(), ["3 1", ""])
    await resolved.catch(() => undefined)
    assert.deepStrictEqual(shown(), ["3 1", "2"])
    answered.resolve(Response.json(acknowledged()))
    await moved
    assert.deepStrictEqual(shown(), ["3 1", "2"])
  })
})

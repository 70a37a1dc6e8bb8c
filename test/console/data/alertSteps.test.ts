// What somebody does about an alert, in the lists that were read: shown at once, taken back or read again where the
// server refuses; and lists of which only the newest were read.
import { QueryObserver } from "@tanstack/react-query"
import { afterEach, assert, beforeEach, describe, it, vi } from "@effect/vitest"
import { setImmediate as turn } from "node:timers/promises"
import { aboutThem, isSpent, listWith } from "../../../src/console/data/alertList.ts"
import {
  type Alert,
  type AlertList,
  alertsAbout,
  alertsOf,
  countOf,
  oneAlert,
  readOlder
} from "../../../src/console/data/alerts.ts"
import { hideStep, moveAlert, noteAlert, showStep } from "../../../src/console/data/alertSteps.ts"
import { type EventRecord, eventRecord } from "../../../src/console/data/events.ts"
import { queryClient } from "../../../src/console/data/queryClient.ts"

// each test has its own: what is asked about one is gathered for a while
let tests = 0
const project = () => `project ${tests}`

const step = (to: Alert["status"]): Alert["steps"][number] => ({
  at: "2026-05-14T10:00:00.000Z",
  actor: { kind: "user", id: null, name: "Ines" },
  from: "open",
  to,
  note: null
})

const alert = (id: string, status: Alert["status"] = "open", steps: Alert["steps"] = []) =>
  ({
    id,
    event_id: `event of ${id}`,
    project_id: project(),
    entity_id: null,
    severity: "warning",
    rule: null,
    status,
    steps,
    created_at: `2026-05-14T09:00:00.${id.padStart(3, "0")}Z`
  }) as unknown as Alert

const list = (items: ReadonlyArray<Alert>, isCut = false, most = 200): AlertList => ({ items, isCut, most })
const many = (count: number) => Array.from({ length: count }, (_, i) => alert(String(count - i)))
const idsOf = ({ items }: AlertList) => items.map(({ id }) => id)

describe("a list of alerts", () => {
  it("has an alert in its place, the newest first, or not at all", () => {
    const some = list([alert("3"), alert("1")])
    assert.deepStrictEqual(idsOf(listWith(some, alert("2"), true)), ["3", "2", "1"])
    assert.deepStrictEqual(idsOf(listWith(some, alert("3", "resolved"), false)), ["1"])
    assert.strictEqual(listWith(some, alert("9"), false), some)
  })

  it("that was whole is cut where more come than are read, and stays so while it shrinks", () => {
    const full = list(many(200))
    const cut = listWith(full, alert("201"), true)
    assert.deepStrictEqual([cut.items.length, cut.isCut, cut.items[0]!.id], [200, true, "201"])
    assert.isTrue(listWith(cut, alert("201"), false).isCut)
    assert.isFalse(listWith(full, alert("200"), false).isCut)
    const further = list(many(300), true, 400)
    assert.strictEqual(listWith(further, alert("301"), true).items.length, 301)
  })

  it("that was cut is counted by the server, one that is whole by itself", () => {
    assert.strictEqual(countOf(list(many(3)), 4312), 3)
    assert.strictEqual(countOf(list(many(3), true), 4312), 4312)
    assert.strictEqual(countOf(list(many(3), true), undefined), 3)
    assert.strictEqual(countOf(list([], true), 4112), 4112)
  })

  it("that was cut is read anew once less than half of it is left, and a whole one never", () => {
    assert.isFalse(isSpent(list(many(100), true)))
    assert.isTrue(isSpent(list(many(99), true)))
    assert.isTrue(isSpent(list([], true)))
    assert.isTrue(isSpent(list(many(199), true, 400)))
    assert.isFalse(isSpent(list([])))
  })
})

describe("older alerts", () => {
  beforeEach(() => void tests++)
  afterEach(() => {
    vi.unstubAllGlobals()
    queryClient.clear()
  })

  it("are read where somebody asks for them, and stay so", async () => {
    const all = many(450)
    vi.stubGlobal("location", { pathname: "/" })
    vi.stubGlobal("fetch", async (address: string) => {
      const from = Number(new URL(address, "http://localhost").searchParams.get("cursor") ?? 0)
      const next = from + 200
      return Response.json({ items: all.slice(from, next), next_cursor: next < 450 ? String(next) : null })
    })
    const open = alertsOf(project(), "open"),
      { queryKey } = open
    const leave = new QueryObserver(queryClient, { ...open, staleTime: Infinity }).subscribe(() => undefined)
    const read = () => {
      const { isCut, items } = queryClient.getQueryData(queryKey)!
      return [items.length, isCut]
    }
    await queryClient.refetchQueries({ queryKey })
    assert.deepStrictEqual(read(), [200, true])
    await readOlder(project(), "open")
    assert.deepStrictEqual(read(), [400, true])
    await readOlder(project(), "open")
    assert.deepStrictEqual(read(), [450, false])
    await queryClient.refetchQueries({ queryKey })
    assert.deepStrictEqual(read(), [450, false])
    leave()
  })
})

describe("alerts about one animal", () => {
  it("are the newest twelve, and whatever is open besides", () => {
    const all = many(14).map((one, i) => (i === 13 ? one : { ...one, status: "resolved" as const }))
    assert.deepStrictEqual(
      aboutThem(all).map(({ id }) => id),
      [...all.slice(0, 12), all[13]!].map(({ id }) => id)
    )
  })
})

describe("a step", () => {
  const open = () => alertsOf(project(), "open"),
    taken = () => alertsOf(project(), "acknowledged"),
    one = () => oneAlert(project(), "2").queryKey,
    record = () => eventRecord(project(), "event of 2").queryKey
  const shown = () =>
    [open(), taken()].map(({ queryKey }) => idsOf(queryClient.getQueryData(queryKey)!).join(" "))
  const isStale = (queryKey: ReadonlyArray<unknown>) => queryClient.getQueryState(queryKey)!.isInvalidated
  const answer = (status: number, body: object, meanwhile: () => void = () => undefined) =>
    vi.stubGlobal("fetch", async () => {
      meanwhile()
      return Response.json(body, { status })
    })
  const fails = async (of: Alert) => {
    const refusal = await moveAlert(of, "acknowledge").catch((refused: unknown) => refused)
    assert.instanceOf(refusal, Error)
  }

  beforeEach(() => {
    tests++
    vi.stubGlobal("location", { pathname: "/" })
    queryClient.setQueryData(open().queryKey, list([alert("3"), alert("2"), alert("1")]))
    queryClient.setQueryData(taken().queryKey, list([]))
    queryClient.setQueryData(one(), alert("2"))
    queryClient.setQueryData(record(), { alert: alert("2"), deliveries: [] } as unknown as EventRecord)
  })
  afterEach(() => {
    vi.unstubAllGlobals()
    queryClient.clear()
  })

  it("is shown in every list and beside its event before the server answers, and as it answers", async () => {
    const made = alert("2", "acknowledged", [step("acknowledged")])
    answer(200, made, () => {
      assert.deepStrictEqual(shown(), ["3 1", "2"])
      assert.strictEqual(queryClient.getQueryData(record())?.alert?.status, "acknowledged")
    })
    await moveAlert(alert("2"), "acknowledge")
    assert.deepStrictEqual(shown(), ["3 1", "2"])
    assert.deepStrictEqual(queryClient.getQueryData(record())?.alert, made)
  })

  it("that found no server, or one in trouble, is taken back", async () => {
    vi.stubGlobal("fetch", () => Promise.reject(new TypeError("no network")))
    await fails(alert("2"))
    assert.deepStrictEqual(shown(), ["3 2 1", ""])
    answer(503, {})
    await fails(alert("2"))
    assert.deepStrictEqual(shown(), ["3 2 1", ""])
    assert.strictEqual(queryClient.getQueryData(record())?.alert?.status, "open")
    assert.isFalse(isStale(open().queryKey))
  })

  it("that somebody overtook is read again, and not put back as it was", async () => {
    answer(409, { detail: "the alert is resolved: it cannot become acknowledged" })
    await fails(alert("2"))
    assert.deepStrictEqual(shown(), ["3 1", "2"])
    for (const key of [open().queryKey, taken().queryKey, one(), record()])
      assert.isTrue(isStale(key), key.join(" "))
  })

  it("that is refused leaves what came from the server meanwhile, and reads again", async () => {
    answer(503, {}, () => noteAlert(alert("2", "resolved", [step("resolved")])))
    await fails(alert("2"))
    assert.deepStrictEqual(shown(), ["3 1", ""])
    assert.strictEqual(queryClient.getQueryData(record())?.alert?.status, "resolved")
    assert.isTrue(isStale(open().queryKey))
  })

  describe("while what it is about is read", () => {
    /** Reads a page's queries, and answers with what is shown once what the server knew at their begin came. */
    const readAround = async (meanwhile: () => Promise<unknown> | void) => {
      const about = alertsAbout(project(), "animal")
      const server = new Map<string, object>([
        ["entity_id=animal", { items: [], next_cursor: null }],
        ["status=open", { items: [alert("3"), alert("2"), alert("1")], next_cursor: null }],
        ["status=acknowledged", { items: [], next_cursor: null }],
        ["/alerts/2", alert("2")],
        ["/events/", { alert: alert("2"), deliveries: [] }]
      ])
      const answered = Promise.withResolvers<void>()
      vi.stubGlobal("fetch", async (address: string) => {
        const [, body] = [...server].find(([part]) => address.includes(part)) ?? []
        await answered.promise
        return Response.json(body ?? { items: [], next_cursor: null })
      })
      const reads = [
        queryClient.fetchQuery({ ...open(), staleTime: 0 }),
        queryClient.fetchQuery({ ...taken(), staleTime: 0 }),
        queryClient.fetchQuery({ ...oneAlert(project(), "2"), staleTime: 0 }),
        queryClient.fetchQuery({ ...eventRecord(project(), "event of 2"), staleTime: 0 }),
        queryClient.fetchQuery(about)
      ]
      await turn()
      await meanwhile()
      answered.resolve()
      await Promise.all(reads)
      return [
        ...shown(),
        queryClient.getQueryData(one())?.status,
        queryClient.getQueryData(record())?.alert?.status,
        queryClient.getQueryData(about.queryKey)?.map(({ id, status }) => `${id} ${status}`)
      ]
    }
    const made = () => alert("2", "acknowledged", [step("acknowledged")])

    it("is not undone by an answer from before it, nor in a list that is read for the first time", async () => {
      queryClient.removeQueries({ queryKey: taken().queryKey })
      const seen = await readAround(() => {
        showStep(alert("2"), "acknowledge")
        noteAlert({ ...made(), entity_id: "animal" })
      })
      assert.deepStrictEqual(seen, ["3 1", "2", "acknowledged", "acknowledged", ["2 acknowledged"]])
    })

    it("and is taken back, leaves them as they are read", async () => {
      const seen = await readAround(() => {
        showStep(alert("2"), "acknowledge")
        hideStep(alert("2"), "acknowledge")
      })
      assert.deepStrictEqual(seen, ["3 2 1", "", "open", "open", []])
    })

    it("says nothing against an answer that knows more of it", async () => {
      const later = alert("2", "resolved", [step("acknowledged"), step("resolved")])
      queryClient.removeQueries({ queryKey: one() })
      answer(200, later, () => noteAlert(made()))
      assert.deepStrictEqual(await queryClient.fetchQuery(oneAlert(project(), "2")), later)
    })
  })

  it("is not shown over what is newer, and what is newer is not hidden with it", () => {
    noteAlert(alert("2", "resolved", [step("resolved")]))
    showStep(alert("2"), "acknowledge")
    assert.deepStrictEqual(shown(), ["3 1", ""])
    hideStep(alert("2"), "acknowledge")
    assert.deepStrictEqual(shown(), ["3 1", ""])
  })

  it("on a list that was cut reads it again after a hundred of them, not after each", async () => {
    let reads = 0
    const all = many(200)
    queryClient.setQueryData(open().queryKey, list(all, true))
    answer(200, { items: all, next_cursor: "more" }, () => reads++)
    const leave = new QueryObserver(queryClient, { ...open(), staleTime: Infinity }).subscribe(
      () => undefined
    )
    for (const some of all.slice(0, 100)) noteAlert({ ...some, status: "acknowledged" })
    await turn()
    assert.strictEqual(reads, 0)
    for (const some of all.slice(100, 120)) noteAlert({ ...some, status: "acknowledged" })
    // those that went while it was read are gone from what was read
    await vi.waitUntil(() => queryClient.getQueryData(open().queryKey)?.items.length === 181)
    assert.strictEqual(reads, 1)
    leave()
  })
})

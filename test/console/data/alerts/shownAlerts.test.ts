// Lists of alerts as pages show them: the server's answer with what was learned since, of which only the newest may
// have been read; and reads that began before a step and end after it.
import { QueryObserver } from "@tanstack/react-query"
import { afterEach, assert, beforeEach, describe, it, vi } from "@effect/vitest"
import { setImmediate as turn } from "node:timers/promises"
import {
  type Alert,
  alertsAbout,
  countOf,
  noteAlert,
  oneAlert,
  readOlder
} from "../../../../src/console/data/alerts.ts"
import { alertStore } from "../../../../src/console/data/alerts/alertStore.ts"
import {
  isSpent,
  meanwhileNow,
  shownAlert,
  shownEntityAlerts,
  shownList
} from "../../../../src/console/data/alerts/shownAlerts.ts"
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
  list,
  many,
  open,
  project,
  readAround,
  shown,
  shownIn,
  shownStatus,
  step,
  taken
} from "./alertCache.ts"

beforeEach(begin)
afterEach(end)

describe("a list of alerts", () => {
  it("has an alert in its place, the newest first, or not at all", () => {
    const some = list([alert("3"), alert("1")])
    noteAlert(alert("2"))
    assert.deepStrictEqual(shownIn(some), ["3", "2", "1"])
    noteAlert(alert("3", "resolved", [step("resolved")]))
    noteAlert(alert("9", "resolved", [step("resolved")]))
    assert.deepStrictEqual(shownIn(some), ["2", "1"])
  })

  it("has only the alerts that its filter admits", () => {
    const critical = list([], { filter: { severity: "critical" } })
    noteAlert(alert("4"))
    noteAlert({ ...alert("5"), severity: "critical" })
    noteAlert({ ...alert("6"), severity: "critical", project_id: "another" })
    assert.deepStrictEqual(shownIn(critical), ["5"])
  })

  it("that was whole is cut where more come than are read, and stays so while it shrinks", () => {
    const full = list(many(200))
    noteAlert(alert("201"))
    const cut = shownList(full, meanwhileNow())
    assert.deepStrictEqual([cut.items.length, cut.isCut, cut.items[0]!.id], [200, true, "201"])
    const further = list(many(300), { isCut: true, most: 400 })
    noteAlert(alert("301"))
    assert.lengthOf(shownIn(further), 301)
    noteAlert(alert("301", "resolved", [step("resolved")]))
    assert.isTrue(shownList(further, meanwhileNow()).isCut)
    assert.lengthOf(shownIn(further), 300)
  })

  it("that was cut has no alerts from below the cut", () => {
    const cut = list([alert("5"), alert("4")], { isCut: true })
    noteAlert(alert("1"))
    noteAlert(alert("6"))
    assert.deepStrictEqual(shownIn(cut), ["6", "5", "4"])
  })

  it("has nothing that was known before it was asked and is not in the answer", () => {
    noteAlert(alert("9"))
    assert.deepStrictEqual(shownIn(list([alert("3")])), ["3"])
  })

  it("has nothing of an answer to an earlier question that came late", () => {
    const earlier = alertStore.tick()
    const asked = list([alert("3")])
    alertStore.learn([alert("9")], earlier)
    assert.deepStrictEqual(shownIn(asked), ["3"])
  })

  it("shows what the server says of an alert without a further step", () => {
    const some = list([alert("3"), alert("1")])
    noteAlert({ ...alert("1"), reminder_count: 1 })
    assert.strictEqual(shownList(some, meanwhileNow()).items[1]!.reminder_count, 1)
  })

  it("that was cut is counted by the server, one that is whole by itself", () => {
    assert.strictEqual(countOf(list(many(3)), 4312), 3)
    assert.strictEqual(countOf(list(many(3), { isCut: true }), 4312), 4312)
    assert.strictEqual(countOf(list(many(3), { isCut: true }), undefined), 3)
    assert.strictEqual(countOf(list([], { isCut: true }), 4112), 4112)
  })

  it("that was cut is read again once less than half of it is left, and a whole one never", () => {
    assert.deepStrictEqual(
      [many(100), many(99), []].map((items) => isSpent(list(items, { isCut: true }))),
      [false, true, true]
    )
    assert.isTrue(isSpent(list(many(199), { isCut: true, most: 400 })))
    assert.isFalse(isSpent(list([])))
  })

  it("that was cut is read again after a hundred steps, not after each", async () => {
    let reads = 0
    const all = many(200)
    queryClient.setQueryData(open().queryKey, list(all, { isCut: true }))
    answer(200, { items: all, next_cursor: "more" }, () => reads++)
    const leave = new QueryObserver(queryClient, { ...open(), staleTime: Infinity }).subscribe(
      () => undefined
    )
    const take = (some: ReadonlyArray<Alert>) => {
      for (const { id } of some) noteAlert(alert(id, "acknowledged", [step("acknowledged")]))
    }
    take(all.slice(0, 100))
    await turn()
    assert.strictEqual(reads, 0)
    take(all.slice(100, 120))
    // those that went while it was read are gone from what was read
    await vi.waitUntil(() => queryClient.getQueryState(open().queryKey)!.fetchStatus === "idle")
    assert.lengthOf(shownIn(queryClient.getQueryData(open().queryKey)!), 80)
    assert.strictEqual(reads, 1)
    leave()
  })
})

describe("older alerts", () => {
  it("are read where the user asks for them, and stay so", async () => {
    const all = many(450)
    vi.stubGlobal("fetch", async (address: string) => {
      const from = Number(new URL(address, "http://localhost").searchParams.get("cursor") ?? 0)
      const next = from + 200
      return Response.json({ items: all.slice(from, next), next_cursor: next < 450 ? String(next) : null })
    })
    const leave = new QueryObserver(queryClient, { ...open(), staleTime: Infinity }).subscribe(
      () => undefined
    )
    const { queryKey } = open()
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
  const about = (items: ReadonlyArray<Alert>) => ({ entityId: "animal", items, tick: alertStore.tick() })
  const ofAnimal = (one: Alert): Alert => ({ ...one, entity_id: "animal" })

  it("are the newest twelve, and whatever is open besides", () => {
    const all = many(14).map((one, i) => ofAnimal(i === 13 ? one : { ...one, status: "resolved" }))
    assert.deepStrictEqual(
      shownEntityAlerts(about(all), meanwhileNow()).map(({ id }) => id),
      [...all.slice(0, 12), all[13]!].map(({ id }) => id)
    )
  })

  it("have a new one first, and none of another animal", () => {
    const some = about([ofAnimal(alert("3"))])
    noteAlert(ofAnimal(alert("4")))
    noteAlert(alert("5"))
    assert.deepStrictEqual(
      shownEntityAlerts(some, meanwhileNow()).map(({ id }) => id),
      ["4", "3"]
    )
  })
})

describe("a step while its alert is read", () => {
  it("is not undone by an answer from before it, nor in a list that is read for the first time", async () => {
    queryClient.removeQueries({ queryKey: taken().queryKey })
    const made = { ...acknowledged(), entity_id: "animal" }
    const about = alertsAbout(project(), "animal"),
      one = oneAlert(project(), "2"),
      record = eventRecord(project(), "event of 2")
    await readAround(
      () => acknowledge(alert("2")),
      () => [
        queryClient.fetchQuery({ ...one, staleTime: 0 }),
        queryClient.fetchQuery({ ...record, staleTime: 0 }),
        queryClient.fetchQuery(about)
      ],
      [
        ["/acknowledge", () => Response.json(made)],
        ["entity_id=animal", () => Response.json({ items: [], next_cursor: null })],
        ["/alerts/2", () => Response.json(alert("2"))],
        ["/events/", () => Response.json({ alert: alert("2"), deliveries: [] })]
      ]
    )
    assert.deepStrictEqual(shown(), ["3 1", "2"])
    assert.strictEqual(shownStatus(queryClient.getQueryData(one.queryKey)), "acknowledged")
    assert.strictEqual(shownStatus(queryClient.getQueryData(record.queryKey)?.alert), "acknowledged")
    assert.deepStrictEqual(
      shownEntityAlerts(queryClient.getQueryData(about.queryKey)!, meanwhileNow()).map(({ id }) => id),
      ["2"]
    )
  })

  it("and comes from the live stream alone is not undone either", async () => {
    await readAround(() => noteAlert(acknowledged()))
    assert.deepStrictEqual(shown(), ["3 1", "2"])
  })

  it("and is refused leaves the lists as they are read", async () => {
    await readAround(
      () => fails(alert("2")),
      () => [],
      [["/acknowledge", () => Response.json({}, { status: 503 })]]
    )
    assert.deepStrictEqual(shown(), ["3 2 1", ""])
  })

  it("does not replace an answer that knows more steps", async () => {
    const later = alert("2", "resolved", [step("acknowledged"), step("resolved")])
    answer(200, later, () => noteAlert(acknowledged()))
    const read = await queryClient.fetchQuery(oneAlert(project(), "2"))
    assert.deepStrictEqual(shownAlert(read, meanwhileNow()), later)
  })

  it("is shown beside its event as the newer copy says", () => {
    const record = { alert: alert("2"), deliveries: [] } as unknown as EventRecord
    noteAlert(acknowledged())
    assert.deepStrictEqual(shownAlert(record.alert!, meanwhileNow()), acknowledged())
  })
})

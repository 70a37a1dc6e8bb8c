// Why no alert, of more rules than fit on a page: read to the end, and told as one answer.
import { afterEach, assert, beforeEach, describe, it, vi } from "@effect/vitest"
import {
  type ExplainedPage,
  type ExplainedRule,
  whyNot,
  wholeOf
} from "../../../src/console/data/evidence.ts"
import { queryClient } from "../../../src/console/data/queryClient.ts"

const AT = "2026-05-14T09:00:00.000Z"

const rule = (name: string, group: ExplainedRule["group"], distance: number | null = null) =>
  ({ rule: { id: name, name }, group, distance }) as unknown as ExplainedRule

const said = (text: string) => [{ text, strong: false, path: null }]

const page = (text: string, rules: ReadonlyArray<ExplainedRule>, more: Partial<ExplainedPage> = {}) =>
  ({
    at: AT,
    summary: said(text),
    summary_message: { text },
    position: null,
    rules,
    next_cursor: null,
    lanes: [],
    ...more
  }) as unknown as ExplainedPage

const textOf = (pages: ReadonlyArray<ExplainedPage>) =>
  wholeOf(AT, pages, false)
    .summary.flatMap(({ sentence }) => sentence.map(({ text }) => text))
    .join(" ")

describe("pages of rules as one answer", () => {
  const nothing = page("No rule is about it.", [rule("a", "not_in_scope")]),
    unasked = page("No rule about it was asked at this moment.", [rule("b", "not_asked")]),
    waits = page("c waits for time to pass.", [rule("c", "waiting"), rule("c2", "not_asked")]),
    near = page("d was kept silent.", [rule("d2", "not_in_scope"), rule("d", "near")]),
    fired = page("e fired at this moment.", [rule("e", "fired")])

  it("sum up what is told of first: what fired, else the nearest, else what waits or was not asked", () => {
    assert.strictEqual(textOf([nothing, unasked, waits, near, fired]), "e fired at this moment.")
    assert.strictEqual(textOf([waits, nothing, near]), "d was kept silent.")
    assert.strictEqual(textOf([nothing, waits, unasked]), "c waits for time to pass.")
    assert.strictEqual(textOf([nothing, unasked]), "No rule about it was asked at this moment.")
    assert.strictEqual(textOf([nothing, page("No rule is about it.", [])]), "No rule is about it.")
    assert.strictEqual(textOf([page("No rule is about it.", [])]), "No rule is about it.")
  })

  it("say of every page what fired, and of what is near once", () => {
    const other = page("f fired at this moment.", [rule("f", "fired")])
    assert.strictEqual(textOf([fired, near, other]), "e fired at this moment. f fired at this moment.")
    assert.strictEqual(textOf([near, page("g was kept silent.", [rule("g", "near")])]), "d was kept silent.")
  })

  it("are in the order of each: by group, the nearest to an alert first, whatever page it is of", () => {
    const far = page("far was kept silent.", [rule("far", "near", 0.8), rule("unknown", "near")]),
      close = page("close was kept silent.", [rule("close", "near", 0.1), rule("late", "waiting", 600)]),
      soon = page("soon waits for time to pass.", [rule("soon", "waiting", 60), rule("held", "waiting")])
    const pages = [far, soon, close]
    assert.deepStrictEqual(
      wholeOf(AT, pages, false).rules.map((one) => one.rule.name),
      ["close", "far", "unknown", "soon", "late", "held"]
    )
    assert.strictEqual(textOf(pages), "close was kept silent.")
  })

  it("keep all rules and lanes, and the place that one of them knows", () => {
    const position = { record_id: 1, time: AT, age_seconds: 60, lon: 14, lat: 51 }
    const lane = (id: string) => ({ rule_id: id, spans: [], fired: [] })
    const whole = wholeOf(
      AT,
      [nothing, { ...near, position, lanes: [lane("d")] }, { ...waits, lanes: [lane("c")] }],
      true
    )
    assert.deepStrictEqual(
      whole.rules.map((one) => one.rule.id),
      ["d", "c", "c2", "a", "d2"]
    )
    assert.deepStrictEqual(
      whole.lanes.map((one) => one.rule_id),
      ["d", "c"]
    )
    assert.deepStrictEqual([whole.position, whole.isCut], [position, true])
  })
})

describe("the pages", () => {
  const asked: Array<URLSearchParams> = []
  /** A server with so many rules. */
  const serve = (count: number) =>
    vi.stubGlobal("fetch", async (address: string) => {
      const query = new URL(address, "http://server").searchParams
      asked.push(query)
      const from = Number(query.get("cursor") ?? 0),
        to = Math.min(count, from + Number(query.get("limit")))
      const rules = Array.from({ length: to - from }, (_, i) => rule(String(from + i), "not_in_scope"))
      return Response.json(
        page("No rule is about it.", rules, { next_cursor: to < count ? String(to) : null })
      )
    })
  const read = () => queryClient.fetchQuery({ ...whyNot("north", "alma", Date.parse(AT)), staleTime: 0 })

  beforeEach(() => void vi.stubGlobal("location", { pathname: "/" }))
  afterEach(() => {
    vi.unstubAllGlobals()
    queryClient.clear()
    asked.splice(0)
  })

  it("are one for few rules, for the price of as many; every further one is larger", async () => {
    serve(12)
    assert.lengthOf((await read()).rules, 12)
    assert.deepStrictEqual(
      asked.map((query) => query.get("limit")),
      ["40"]
    )
    asked.splice(0)
    serve(500)
    const { isCut, rules } = await read()
    assert.strictEqual(new Set(rules.map((one) => one.rule.id)).size, 500)
    assert.isFalse(isCut)
    const limits = asked.map((query) => Number(query.get("limit")))
    assert.deepStrictEqual(limits, [40, 80, 160, 200, 200])
    // so that a few moments of a minute can be asked for
    const cost = limits.reduce((sum, limit) => sum + Math.ceil(limit / 20), 0)
    assert.isBelow(cost, 120 / 3)
  })

  it("are of one list: but for its place and length each asks the same", async () => {
    serve(100)
    await read()
    assert.deepStrictEqual(
      asked.map((query) => [query.get("at"), query.get("include"), query.get("cursor")]),
      [
        [AT, "lanes", null],
        [AT, "lanes", "40"]
      ]
    )
  })

  it("end somewhere: of a project with more rules than there may be it is said that some were not asked", async () => {
    serve(2000)
    const { isCut, rules } = await read()
    assert.deepStrictEqual([rules.length, isCut], [680, true])
  })
})

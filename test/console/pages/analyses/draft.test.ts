// The form of a new analysis: from an address and back, from a run, its parameters, and what to drop where a bound breaks.
import "../../../support/words.ts"
import { assert, describe, it } from "@effect/vitest"
import {
  type Draft,
  type FormModule,
  fromRun,
  fromSearch,
  toSearch
} from "../../../../src/console/pages/analyses/new/draft.ts"
import { lastSeason, missingIn, parametersOf } from "../../../../src/console/pages/analyses/new/parameters.ts"
import { groupRows, groupsBelow } from "../../../../src/console/pages/analyses/new/groupTree.ts"
import { remediesOf } from "../../../../src/console/pages/analyses/new/remedies.ts"
import type { Estimate } from "../../../../src/console/data/analyses.ts"
import { catalogue } from "../../../../src/domain/analysis/catalogue.ts"
import { describeModule } from "../../../../src/domain/analysis/describeModule.ts"
import { isObject } from "../../../../src/domain/isObject.ts"
import { readParameters } from "../../../../src/domain/analysis/readParameters.ts"
import * as Result from "effect/Result"

const ZONE = "Europe/Oslo"
const NOW = Date.parse("2026-05-14T12:36:00Z")
const ALMA = "01a207d5-f160-700b-9968-9185f7867a01",
  BERTA = "01a207d5-f160-700b-9968-9185f7867a02",
  AREA = "01a207d5-f160-700b-9968-9185f7867a03"
const movement = describeModule(catalogue.movement),
  grazing = describeModule(catalogue.grazing)
const modules = [movement, grazing]

const empty: Draft = {
  module: "movement",
  whom: { kind: "animals", ids: [] },
  areas: [],
  period: { kind: "days", days: 30 },
  comparison: { kind: "none" },
  options: {},
  name: ""
}

describe("the form of an address", () => {
  it("is empty without members, and asks of the last thirty days", () => {
    assert.deepStrictEqual(fromSearch({}, modules), empty)
  })

  it("knows whom, where and when, and is written back the same", () => {
    for (const search of [
      { module: "movement", animals: `${ALMA},${BERTA}`, days: "7" },
      { module: "grazing", group: ALMA, areas: AREA, from: "2026-05-01", to: "2026-05-14" },
      { module: "movement", type: ALMA, days: "365" }
    ])
      assert.deepStrictEqual(toSearch(fromSearch(search, modules)), search)
  })

  it("asks about areas where it names one, and for what is offered where it names another kind", () => {
    assert.strictEqual(fromSearch({ areas: AREA }, modules).module, "grazing")
    assert.strictEqual(fromSearch({ module: "grazing" }, [movement]).module, "movement")
    assert.deepStrictEqual(fromSearch({ days: "soon" }, modules).period, { kind: "days", days: 30 })
  })
})

describe("the parameters of a form", () => {
  /** What the server reads of them; they are taken as they are. */
  const read = (draft: Draft) => {
    const module = draft.module === "grazing" ? grazing : movement
    const parameters = parametersOf(draft, module, ZONE, NOW)
    const taken = readParameters(draft.module === "grazing" ? catalogue.grazing : catalogue.movement, {
      ...parameters
    })
    assert.isTrue(Result.isSuccess(taken), JSON.stringify(parameters))
    return parameters
  }
  const alma: Draft = { ...empty, whom: { kind: "animals", ids: [ALMA] } }

  it("are days up to now, or whole days of the project's calendar", () => {
    assert.deepInclude(read(alma), {
      time_from: "2026-04-14T12:36:00.000Z",
      time_to: "2026-05-14T12:36:00.000Z"
    })
    assert.deepInclude(read({ ...alma, period: { kind: "span", from: "2026-05-01", to: "2026-05-14" } }), {
      time_from: "2026-04-30T22:00:00.000Z",
      time_to: "2026-05-14T22:00:00.000Z"
    })
  })

  it("compare with a period as long before, with seasons, with a herd", () => {
    assert.deepInclude(read({ ...alma, comparison: { kind: "previous" } }), {
      comparison: { time_from: "2026-03-15T12:36:00.000Z", time_to: "2026-04-14T12:36:00.000Z" }
    })
    const onArea = { ...alma, module: "grazing", areas: [AREA] }
    const seasons = [{ name: "Summer", from: "06-01", to: "09-30" }]
    assert.deepInclude(read({ ...onArea, comparison: { kind: "seasons", seasons } }), { seasons })
    assert.deepInclude(read({ ...onArea, comparison: { kind: "herd", ids: [BERTA], group: null } }), {
      herd_b_entity_ids: [BERTA],
      feature_ids: [AREA]
    })
  })

  it("have the options of their module alone, and those that differ", () => {
    const parameters = read({ ...alma, options: { cell_m: 50, weighting: "metabolic" } })
    assert.deepInclude(parameters, { cell_m: 50 })
    assert.notProperty(parameters, "weighting")
    assert.notProperty(parameters, "gap_hours")
  })

  it("say what is missing before anything is counted", () => {
    const say = (draft: Draft, module: FormModule = movement) => missingIn(draft, module, ZONE, NOW)
    assert.strictEqual(say(empty), "Choose who it is about.")
    assert.strictEqual(say({ ...empty, whom: { kind: "group", id: "" } }), "Choose who it is about.")
    assert.strictEqual(say(alma, grazing), "Choose at least one area.")
    assert.strictEqual(
      say({ ...alma, period: { kind: "span", from: "2026-05-01", to: "" } }),
      "Choose the first and the last day."
    )
    assert.isUndefined(say(alma))
  })
})

describe("the form of a run", () => {
  it("asks the same again, with what differs from the module", () => {
    const parameters = {
      entity_ids: [ALMA],
      time_from: "2026-04-20T00:00:00.000Z",
      time_to: "2026-05-14T00:00:00.000Z",
      gap_hours: 4,
      cell_m: 50,
      max_speed_mps: null,
      methods: ["mcp", "kde", "clusters"]
    }
    const draft = fromRun({ module: "movement", parameters }, {}, modules)
    assert.deepStrictEqual(draft.options, { cell_m: 50 })
    assert.deepStrictEqual(draft.whom, { kind: "animals", ids: [ALMA] })
    assert.deepInclude(parametersOf(draft, movement, ZONE, NOW), {
      time_from: parameters.time_from,
      time_to: parameters.time_to
    })
  })
})

describe("remedies", () => {
  const estimate = (change: Partial<Estimate>): Estimate => ({
    module: "movement",
    subjects: [
      { id: ALMA, name: "Alma", fixes: 10 },
      { id: BERTA, name: "Berta", fixes: 300_000 }
    ],
    subject_count: 2,
    fixes: 300_010,
    days: 30,
    bounds: [],
    refused_features: [],
    ...change
  })
  const crossed = (
    code: Estimate["bounds"][number]["code"],
    limit: number,
    value: number,
    subject?: string
  ) => ({
    code,
    limit,
    value,
    crossed: true,
    ...(subject === undefined ? {} : { subject })
  })
  const changed = (of: Partial<Estimate>, draft: Draft = empty) =>
    remediesOf(draft, estimate(of)).map(({ change, word }) => [word, { ...draft, ...change }] as const)

  it("take out whoever has too many fixes, of a group too, and once", () => {
    const bounds = [crossed("fixes", 200_000, 300_010), crossed("fixes_per_subject", 200_000, 300_000, BERTA)]
    const group: Draft = { ...empty, whom: { kind: "group", id: AREA } }
    assert.deepStrictEqual(changed({ bounds }, group), [
      ["Take out Berta", { ...group, whom: { kind: "animals", ids: [ALMA] } }]
    ])
  })

  it("shorten the period to what a run takes, and leave refused areas out", () => {
    const year: Draft = { ...empty, areas: [AREA, ALMA], period: { kind: "days", days: 400 } }
    assert.deepStrictEqual(
      changed(
        {
          bounds: [crossed("days", 366, 400)],
          refused_features: [{ id: AREA, name: "Lick", code: "AREA_TOO_SMALL", detail: "Lick is too small." }]
        },
        year
      ),
      [
        ["Leave that area out", { ...year, areas: [ALMA] }],
        ["Only the last 366 days", { ...year, period: { kind: "days", days: 366 } }]
      ]
    )
  })

  it("keep as many subjects as a run takes", () => {
    assert.deepStrictEqual(changed({ bounds: [crossed("subjects", 1, 2)] }), [
      ["Keep the first 1", { ...empty, whom: { kind: "animals", ids: [ALMA] } }]
    ])
  })
})

describe("choices", () => {
  it("of groups stand as a tree, and take those below along", () => {
    const groups = [
      { id: "heifers", name: "Heifers", parent_id: "cows" },
      { id: "cows", name: "Cows", parent_id: null },
      { id: "calves", name: "Calves", parent_id: "cows" },
      { id: "lost", name: "Lost", parent_id: "hidden" }
    ]
    assert.deepStrictEqual(
      groupRows(groups).map(({ depth, id }) => `${depth} ${id}`),
      ["0 cows", "1 calves", "1 heifers", "0 lost"]
    )
    assert.sameMembers([...groupsBelow(groups, "cows")], ["cows", "heifers", "calves"])
  })

  it("of seasons are the last that began, over New Year too", () => {
    const last = (from: string, to: string) => lastSeason({ name: "Season", from, to }, ZONE, NOW)
    assert.deepStrictEqual(last("06-01", "09-30"), { from: "2025-06-01", to: "2025-09-30" })
    assert.deepStrictEqual(last("04-15", "05-31"), { from: "2026-04-15", to: "2026-05-31" })
    assert.deepStrictEqual(last("11-01", "03-31"), { from: "2025-11-01", to: "2026-03-31" })
  })

  it("of options come from the catalogue of the server", () => {
    for (const { options } of modules) assert.isTrue(isObject(options["properties"]))
  })
})

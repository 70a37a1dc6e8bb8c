// What a module is asked, there and back: read, kept, read again, and the plan that comes of it.
import { Result } from "effect"
import { assert, describe, it } from "vitest"
import { analyseFlags, flagName } from "../../../src/cli/analyse/analyseFlags.ts"
import { allModules, catalogue } from "../../../src/domain/analysis/catalogue.ts"
import { periodsOf, planOf } from "../../../src/domain/analysis/Plan.ts"
import { queryMembers, readQuery } from "../../../src/domain/analysis/readQuery.ts"
import {
  storedParameters,
  planOfStoredParameters,
  readParameters
} from "../../../src/domain/analysis/readParameters.ts"

const idOf = (n: number): string => `00000000-0000-7000-8000-${String(n).padStart(12, "0")}`
const [alma, berta, clara, field] = [1, 2, 3, 4].map(idOf) as [string, string, string, string]
const march = { time_from: "2026-03-01T00:00:00.000Z", time_to: "2026-04-01T00:00:00.000Z" }
const may = { time_from: "2026-05-01T00:00:00.000Z", time_to: "2026-06-01T00:00:00.000Z" }

const asked = (key: keyof typeof catalogue, given: Readonly<Record<string, unknown>>) =>
  Result.getOrThrow(readParameters(catalogue[key], { entity_ids: [alma, berta], ...march, ...given }))
const codes = (key: keyof typeof catalogue, given: Readonly<Record<string, unknown>>) =>
  Result.match(readParameters(catalogue[key], { entity_ids: [alma], ...march, ...given }), {
    onSuccess: () => [],
    onFailure: (wrong) => wrong.map(({ code, pointer }) => `${pointer} ${code}`)
  })

const requests = [
  ["movement", {}],
  ["movement", { comparison: may, methods: [], options: { max_speed_mps: null, kde_bandwidth_m: 50 } }],
  ["grazing", { feature_ids: [field] }],
  ["grazing", { feature_ids: [field], weighting: "metabolic", weight_key: "mass", comparison: may }],
  ["grazing", { feature_ids: [field], seasons: [{ name: "Spring", from: "03-01", to: "05-31" }] }],
  ["grazing", { feature_ids: [field], herd_b_entity_ids: [clara] }]
] as const

describe("parameters", () => {
  for (const [key, given] of requests)
    it(`of ${key} are read again as they were kept: ${JSON.stringify(given)}`, () => {
      const module = catalogue[key],
        first = asked(key, given)
      const subjects = [alma, berta, ...(first.herdB ?? [])]
      const kept = storedParameters(module, first, [alma, berta])
      assert.deepStrictEqual(Result.getOrThrow(readParameters(module, kept)), first)
      assert.deepStrictEqual(planOfStoredParameters(module, kept, subjects), planOf(first, subjects))
      const plan = planOf(first, subjects)
      assert.deepStrictEqual(JSON.parse(JSON.stringify(plan)), plan, "it is JSON")
    })

  it("are kept complete, but for what is not asked and has no value", () => {
    const kept = storedParameters(catalogue.grazing, asked("grazing", { feature_ids: [field] }), [alma])
    assert.deepStrictEqual(kept, {
      entity_ids: [alma],
      ...march,
      feature_ids: [field],
      gap_hours: 4,
      max_speed_mps: null,
      cell_m: 100,
      weighting: "equal",
      min_absence_hours: 6,
      rest_threshold_hours: 0
    })
  })

  it("are compared with one thing, and weights need their attribute", () => {
    assert.deepStrictEqual(codes("movement", { feature_ids: [field] }), ["/feature_ids UNKNOWN_MEMBER"])
    assert.deepStrictEqual(codes("grazing", {}), ["/feature_ids MISSING"])
    assert.deepStrictEqual(
      codes("grazing", {
        feature_ids: [field],
        comparison: may,
        herd_b_entity_ids: [clara],
        weighting: "attribute"
      }),
      ["/herd_b_entity_ids ONE_COMPARISON", "/weight_key WEIGHT_KEY_MISSING"]
    )
  })

  it("cannot have members that every object of JavaScript has", () => {
    assert.deepStrictEqual(codes("movement", { constructor: 1, options: { toString: 1 } }), [
      "/options/toString UNKNOWN_MEMBER"
    ])
    assert.deepStrictEqual(codes("movement", { constructor: 1 }), ["/constructor UNKNOWN_MEMBER"])
  })

  it("that an older release kept and nobody can read any more have no plan", () =>
    assert.isNull(
      planOfStoredParameters(catalogue.movement, { entity_ids: [alma], ...march, colour: "red" }, [alma])
    ))

  it("are text in a query, and each is read by its kind", () => {
    assert.includeMembers([...queryMembers], ["entity_ids", "time_from", "cell_m", "seasons", "options"])
    const given = Result.getOrThrow(
      readQuery({
        entity_ids: [alma, berta],
        herd_b_entity_ids: clara,
        cell_m: "50",
        max_speed_mps: "fast",
        kde_grid: "100",
        methods: "kde",
        weighting: "equal",
        seasons: "[]",
        comparison: JSON.stringify(may)
      })
    )
    assert.deepStrictEqual(given, {
      entity_ids: [alma, berta],
      herd_b_entity_ids: [clara],
      cell_m: 50,
      max_speed_mps: "fast",
      kde_grid: 100,
      methods: ["kde"],
      weighting: "equal",
      seasons: [],
      comparison: may
    })
  })
})

describe("a plan", () => {
  const read = asked("grazing", { feature_ids: [field], herd_b_entity_ids: [clara] })
  const plan = planOf(read, [alma, berta, clara])
  const loaded = {
    timezone: "UTC",
    tracks: [],
    areas: [],
    subjects: [alma, berta, clara].map((id) => ({
      id,
      name: id,
      type: "cow",
      isLivestock: true,
      weights: {},
      deployments: null,
      discarded: {}
    }))
  }

  it("looks at each herd in its half alone", () =>
    assert.deepStrictEqual(
      plan.subjects.map((subject) => periodsOf(plan, subject).map(({ key }) => key)),
      [["main"], ["main"], ["comparison"]]
    ))

  it("becomes the job of its module, with the version of its method", () => {
    const job: object = catalogue.grazing.job(plan, loaded)
    assert.deepInclude(job, {
      module: "grazing",
      methodVersion: catalogue.grazing.version,
      herdSize: 2,
      herdB: [2],
      areas: []
    })
    const whole = planOf(asked("movement", { comparison: may }), [alma, berta])
    assert.deepStrictEqual(Object.keys(catalogue.movement.job(whole, loaded)).toSorted(), [
      "methodVersion",
      "module",
      "parameters",
      "periods",
      "subjects",
      "timezone",
      "tracks"
    ])
  })

  it("of a release that had an option less gets its default", () => {
    const { min_absence_hours: _, ...older } = { min_absence_hours: 1, ...plan.parameters }
    assert.deepStrictEqual(
      catalogue.grazing.job({ ...plan, parameters: older }, loaded).parameters,
      plan.parameters
    )
  })
})

describe("every module", () => {
  for (const module of allModules)
    it(`has a default for each option, a flag for each, and limits in its list: ${module.key}`, () => {
      const { comparisons, defaults, limits, options } = module
      assert.includeMembers(Object.keys(defaults), Object.keys(options))
      for (const name of Object.keys({ ...options, ...comparisons }))
        assert.property(analyseFlags(module), name === "herd_b_entity_ids" ? "herd-b" : flagName(name))
      assert.isTrue(Object.values(limits).every((limit) => limit > 0))
    })

  it("says in the help of a flag what the option is unless it is given", () => {
    const says = Object.fromEntries(
      allModules.flatMap((module) =>
        Object.entries(analyseFlags(module)).map(([flag, { says }]) => [flag, says])
      )
    )
    assert.strictEqual(
      says["gap-hours"],
      "an interval longer than this is a gap, not movement; 4 unless said"
    )
    assert.include(says["max-speed-mps"], "15 for wildlife, 5 for livestock unless said")
    assert.include(says["weighting"], "(equal, attribute, metabolic); equal unless said")
  })
})

// What a project's rules want to be remembered, whether a memory has it, where one version ends and the next
// begins, and what a batch notes.
import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import { compile } from "../../../src/domain/rule/compile.ts"
import { canonical } from "../../../src/domain/rule/Document.ts"
import type { ConditionNode } from "../../../src/domain/rule/ConditionNode.ts"
import type { Rule } from "../../../src/domain/rule/Rule.ts"
import {
  type BatchResult,
  type Failure,
  hasOnlyCursors,
  isEmptyBatch,
  makeBatch
} from "../../../src/engine/evaluate/BatchResult.ts"
import { Decisions } from "../../../src/engine/evaluate/Decisions.ts"
import { handOver } from "../../../src/engine/evaluate/handOver.ts"
import { covers, needsOf } from "../../../src/engine/evaluate/Needs.ts"
import { at, cow, type Draft, document, START } from "../../support/engine/timeline.ts"

const ruleOf = (draft: Draft): Rule =>
  Result.getOrThrow(
    compile(
      { id: "r", name: "rule", projectId: "p", version: 1, blankFrom: 0, activeFrom: 0 },
      canonical(document(draft)),
      []
    )
  )
const low = (metric: string): ConditionNode => ({ type: "threshold", metric, op: "<", value: 3 })
const window = (metric: string, seconds: number): ConditionNode => ({
  type: "window",
  metric,
  aggregate: "max",
  seconds,
  op: "<",
  value: 3
})
const inside = (confirm_samples: number): ConditionNode => ({
  type: "spatial",
  relation: "inside",
  confirm_samples
})
const needs = (...conditions: ReadonlyArray<ConditionNode>) =>
  needsOf(conditions.map((c) => ruleOf({ conditions: c })))

describe("what rules want to be remembered", () => {
  it("each metric, window and way of looking once, and the longest window of each metric", () => {
    assert.deepStrictEqual(
      needs(
        { all: [low("b"), window("m", 60)] },
        { all: [low("a"), low("b"), window("m", 60), window("m", 3600), window("n", 5), inside(2)] },
        window("m", 600)
      ),
      {
        metrics: ["a", "b"],
        windows: [
          { metric: "m", seconds: 60 },
          { metric: "m", seconds: 3600 },
          { metric: "n", seconds: 5 },
          { metric: "m", seconds: 600 }
        ],
        spans: new Map([
          ["m", 3600],
          ["n", 5]
        ]),
        positionFilters: ruleOf({ conditions: inside(2) }).positionFilters,
        network: false,
        states: []
      }
    )
    assert.deepStrictEqual(needsOf([]), {
      metrics: [],
      windows: [],
      spans: new Map(),
      positionFilters: [],
      network: false,
      states: []
    })
  })
  it("network locations where any rule looks at them", () => {
    const of = (record_types: ReadonlyArray<"gnss" | "network">) =>
      ruleOf({ trigger: { kind: "position", record_types }, conditions: low("a") })
    assert.deepStrictEqual(
      [["gnss"], ["network"], ["gnss", "network"]].map(
        (types) => needsOf([ruleOf({ conditions: low("a") }), of(types as ["gnss"])]).network
      ),
      [false, true, true]
    )
  })

  it("the last value of states that start a rule, of all where one asks for all", () => {
    const of = (...state_keys: ReadonlyArray<string>) =>
      ruleOf({
        trigger: { kind: "state", ...(state_keys.length === 0 ? {} : { state_keys }) },
        conditions: low("a")
      })
    assert.deepStrictEqual(
      [
        [of("lid"), of("mode", "lid"), ruleOf({ conditions: low("a") })],
        [of("lid"), of()]
      ].map((rules) => needsOf(rules).states),
      [["lid", "mode"], null]
    )
    const [lid, lidAndMode, every] = [needsOf([of("lid")]), needsOf([of("lid", "mode")]), needsOf([of()])]
    assert.deepStrictEqual(
      [covers(lidAndMode, lid), covers(every, lid), covers(every, every), covers(lid, needsOf([]))],
      [true, true, true, true]
    )
    assert.deepStrictEqual([covers(lid, lidAndMode), covers(lidAndMode, every)], [false, false])
  })

  const all = needs({ all: [low("a"), low("b"), window("m", 60), window("n", 60), inside(2), inside(4)] })
  it.each<[string, ReturnType<typeof needs>, boolean]>([
    ["the same", all, true],
    ["less", needs(low("a")), true],
    ["nothing", needsOf([]), true],
    ["another metric", needs({ all: [low("a"), low("c")] }), false],
    ["another window", needs({ all: [window("m", 60), window("m", 61)] }), false],
    ["the window of another metric", needs(window("a", 60)), false],
    ["one of its ways of looking", needs(inside(4)), true],
    ["another way of looking", needs(inside(3)), false],
    ["the plain way of looking, which any fix tells", needs(inside(1)), true],
    ["network locations", { ...all, network: true }, false]
  ])("a memory fed for all has %s: %s", (_, wanted, has) => assert.strictEqual(covers(all, wanted), has))

  it("a memory that has network locations serves rules with and without", () => {
    assert.deepStrictEqual(
      [covers({ ...all, network: true }, all), covers({ ...all, network: true }, { ...all, network: true })],
      [true, true]
    )
  })
})

describe("where one version ends and the next begins: records after one moment, ticks after another", () => {
  const onRecords = ruleOf({ conditions: low("a") }),
    onTicks = ruleOf({ trigger: { kind: "schedule" }, conditions: low("a") })
  it.each<[string, Rule | null, Rule | null, number, number, { ends: number; begins: number }]>([
    ["nothing, then records", null, onRecords, 10, 20, { ends: 10, begins: 10 }],
    ["nothing, then a schedule", null, onTicks, 10, 20, { ends: 20, begins: 20 }],
    ["records, then nothing", onRecords, null, 10, 20, { ends: 10, begins: 10 }],
    ["a schedule, then nothing", onTicks, null, 10, 20, { ends: 20, begins: 20 }],
    ["records, then records", onRecords, onRecords, 10, 20, { ends: 10, begins: 10 }],
    ["a schedule, then a schedule", onTicks, onTicks, 10, 20, { ends: 20, begins: 20 }],
    ["records, then a schedule whose ticks are ahead", onRecords, onTicks, 10, 20, { ends: 20, begins: 20 }],
    ["records, then a schedule whose ticks are behind", onRecords, onTicks, 20, 10, { ends: 20, begins: 20 }],
    ["a schedule whose ticks are ahead, then records", onTicks, onRecords, 10, 20, { ends: 10, begins: 10 }],
    ["a schedule whose ticks are behind, then records", onTicks, onRecords, 20, 10, { ends: 10, begins: 20 }]
  ])("%s", (_, before, next, recordsAfter, ticksAfter, expected) =>
    assert.deepStrictEqual(handOver(before, next, recordsAfter, ticksAfter), expected)
  )
})

describe("what a batch notes", () => {
  const calf = { ...cow, id: `${cow.id}2`, entityId: `${cow.id}2` }
  const who = { entity: null, device: { id: "d", name: "Collar" } }

  it("of changes of one past the earliest, each subject by itself", () => {
    const changes = new Decisions(START)
    for (const [subject, time] of [
      [cow, 20],
      [calf, 5],
      [cow, 10],
      [cow, 30]
    ] as const)
      changes.lateFrom(subject, time)
    assert.deepStrictEqual(
      [...changes.late.values()],
      [
        { subject: cow, from: 10 },
        { subject: calf, from: 5 }
      ]
    )
  })

  it("a failure once for each version and subject, as it was first, the one that failed last last", () => {
    const changes = new Decisions(START),
      rule = ruleOf({ conditions: low("a") }),
      next = { ...rule, version: 2 }
    let ids = 0
    const fail = (rule: Rule, subject: typeof cow, at: number) =>
      changes.fail({ rule, subject, who, at, code: "C", detail: "d" }, () => `trace ${++ids}`)
    fail(rule, cow, 1)
    fail(rule, calf, 2)
    fail(next, cow, 3)
    fail(rule, cow, 4)
    assert.deepStrictEqual(
      changes.failures.map((f: Failure) => [f.rule.version, f.subject.id, f.at, f.traceId]),
      [
        [1, calf.id, 2, "trace 2"],
        [2, cow.id, 3, "trace 3"],
        [1, cow.id, 1, "trace 1"]
      ]
    )
  })

  const actor = {
    rule: ruleOf({ conditions: low("a") }),
    state: {
      active: false,
      since: null,
      arrivedAt: null,
      overdue: false,
      lastFiredAt: null,
      holds: [],
      judgedTo: null,
      sampledAt: null
    },
    episode: null
  }
  const transition = {
    rule: actor.rule,
    subjectId: cow.id,
    at: 0,
    state: actor.state,
    eventId: null,
    episode: null
  }
  const failure = {
    rule: actor.rule,
    subject: cow,
    who,
    at: at(0, 0).at,
    code: "C",
    detail: "d",
    traceId: "t"
  }
  it.each<[string, Partial<BatchResult>]>([
    ["a transition", { transitions: [transition] }],
    ["a state", { states: new Map([[actor, cow]]) }],
    ["a move", { moves: [{ subject: cow, filterKey: "", at: 0, placement: { version: 1, inside: [] } }] }],
    [
      "a period",
      {
        periods: [
          { subject: cow, scopeKey: "", version: 1, recordsAfter: 0, ticksAfter: 0, judged: new Map() }
        ]
      }
    ],
    ["ticks", { ticked: [{ projectId: "p", partition: 0, to: 0, half: null }] }],
    ["an end", { ended: [{ eventId: "e", at: 0, projectId: "p", subject: cow }] }],
    ["a failure", { failures: [failure] }],
    ["a recovery", { cleared: new Set(["r"]) }],
    ["a changed past", { late: new Map([["cow", { subject: cow, from: 0 }]]) }],
    ["an adoption", { adoptions: [{ partition: 0, projectId: "p", version: 1, from: 0 }] }],
    ["a skipped row", { skippedRow: { row: 1, projectIds: [], detail: "d", traceId: "t" } }],
    [
      "a dismissal",
      {
        dismissed: [
          {
            span: { ids: [1], begun: false, subject: cow, from: 0, reasons: [] },
            failure: null,
            traceId: "t"
          }
        ]
      }
    ]
  ])("is nothing until there is %s", (_, part) => {
    assert.isTrue(isEmptyBatch(makeBatch(START)))
    const some = makeBatch(START, part)
    assert.deepStrictEqual([hasOnlyCursors(some), isEmptyBatch(some)], [false, false])
  })
  it("beside a cursor is nothing decided, and yet something to write", () => {
    const moved = makeBatch(START, { cursors: [{ partition: 0, from: 0, to: 0 }] })
    assert.deepStrictEqual([hasOnlyCursors(moved), isEmptyBatch(moved)], [true, false])
  })
})

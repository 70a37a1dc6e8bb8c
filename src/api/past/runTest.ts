// A rule test from its request to its answer: who is asked about, with the devices and features there are, and
// what a reader has to be warned of.
import { Clock, Effect } from "effect"
import { Invalid } from "../../contract/http/errors.ts"
import type { CanonicalDocument } from "../../domain/rule/Document.ts"
import { selectionsIn } from "../../domain/rule/leaves.ts"
import { formatInstant } from "../../domain/time.ts"
import { MAX_DRAWN, type Trial } from "../../engine/past/Trial.ts"
import type { Activation, RuleTests } from "../../store/rules/RuleTests.ts"
import { seeing } from "../access/seeing.ts"
import { testAnswer } from "./ruleAnswers.ts"
import { type Tried, tryRule } from "./tryRule.ts"

/** The stretch of the past that is asked about, for whom, and what is wanted besides the events. */
interface Range {
  readonly from: number
  readonly to: number
  readonly entity_ids?: ReadonlyArray<string>
  readonly trace?: boolean
  readonly include?: ReadonlyArray<"evaluation">
}

const subjectsOf = Effect.fnUntraced(function* (
  tests: RuleTests["Service"],
  projectId: string,
  ids: ReadonlyArray<string> | undefined
) {
  const found = yield* seeing((seen) => tests.subjects(projectId, seen, ids ?? null))
  const known = new Set(found.map((s) => s.subject.id))
  const unknown = (ids ?? []).flatMap((id, i) =>
    known.has(id)
      ? []
      : [
          {
            pointer: `/entity_ids/${i}`,
            code: "UNKNOWN_REFERENCE",
            detail: "no such entity in this project"
          }
        ]
  )
  return unknown.length > 0 ? yield* Invalid.of(unknown) : found
})

/** What the version saw at the beginning and is otherwise now. */
const edited = Effect.fnUntraced(function* (
  tests: RuleTests["Service"],
  { candidate, features, projectId }: Trial,
  document: CanonicalDocument,
  { inForceFrom }: Tried
) {
  const selections = selectionsIn(document.conditions)
  if (inForceFrom === null || selections.length === 0) return []
  const then = (yield* tests.ruleSetAt(projectId, inForceFrom)).features
  const names = new Set(
    selections.flatMap((select) => {
      const was = select(then),
        is = select(features)
      return [...was.values(), ...is.values()]
        .filter(({ id }) => was.get(id)?.revision !== is.get(id)?.revision)
        .map((f) => f.name)
    })
  )
  return names.size === 0
    ? []
    : [
        {
          pointer: "/from",
          code: "FEATURES_EDITED",
          detail:
            `edited since version ${candidate.version} judged the beginning of the ` +
            `range: ${[...names].join(", ")}; the test takes features as they are now`
        }
      ]
})

/** Leads a rule through the range; `activations`: when which version of it was in force, null for a draft. */
export const runTest = Effect.fnUntraced(function* (
  tests: RuleTests["Service"],
  range: Range,
  trial: Omit<Trial, "from" | "to" | "now" | "draw" | "devices" | "edition" | "features">,
  document: CanonicalDocument,
  activations: ReadonlyArray<Activation> | null,
  warnings: ReadonlyArray<object>
) {
  const { projectId } = trial
  const everybody = yield* subjectsOf(tests, projectId, range.entity_ids)
  const draw = range.include?.includes("evaluation") ?? false
  const whole: Trial = {
    ...trial,
    from: range.from,
    to: range.to,
    now: yield* Clock.currentTimeMillis,
    draw,
    devices: yield* tests.devices(projectId),
    ...(yield* tests.features(projectId))
  }
  const tried = yield* tryRule(tests, whole, everybody, activations)
  const failed = tried.failures.slice(0, 1).map((f) => ({
    pointer: "",
    code: "RULE_EVALUATION_FAILED",
    detail: `${f.code}: ${f.detail} (${(f.who.entity ?? f.who.device).name}, ${formatInstant(f.at)})`
  }))
  const crowd =
    draw && tried.drawn.length === MAX_DRAWN
      ? [
          {
            pointer: "/include",
            code: "EVALUATION_SUBJECTS",
            detail: `no more than ${MAX_DRAWN} subjects are drawn; name others in entity_ids`
          }
        ]
      : []
  return yield* testAnswer(
    tried,
    [...warnings, ...failed, ...(yield* edited(tests, whole, document, tried)), ...crowd],
    { trace: range.trace ?? false, evaluation: draw }
  )
})

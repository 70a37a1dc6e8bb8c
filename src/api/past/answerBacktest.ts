// A rule test from its request to its answer: who is asked about, with the devices and features there are, and
// what a reader has to be warned of.
import { Clock, Effect } from "effect"
import { Invalid } from "../../contract/http/errors.ts"
import type { CanonicalDocument } from "../../domain/rule/Document.ts"
import { formatInstant } from "../../domain/time.ts"
import { type BacktestOptions, MAX_DRAWN } from "../../backtest/BacktestOptions.ts"
import { editedFeatures } from "../../backtest/editedFeatures.ts"
import type { Activation, Ports, Subjects } from "../../backtest/ports.ts"
import { runBacktest } from "../../backtest/runBacktest.ts"
import { withVisibility } from "../access/withCaller.ts"
import { backtestAnswer } from "./ruleAnswers.ts"

/** The stretch of the past that is asked about, for whom, and what is wanted besides the events. */
interface Range {
  readonly from: number
  readonly to: number
  readonly entity_ids?: ReadonlyArray<string>
  readonly trace?: boolean
  readonly include?: ReadonlyArray<"evaluation">
}

const subjectsOf = Effect.fnUntraced(function* (
  subjects: Subjects["Service"],
  projectId: string,
  ids: ReadonlyArray<string> | undefined
) {
  const found = yield* withVisibility((seen) => subjects.list(projectId, seen, ids ?? null))
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

/** Leads a rule through the range; `activations`: when which version of it was in force, null for a draft. */
export const answerBacktest = Effect.fnUntraced(function* (
  { history, rules, subjects }: Ports,
  range: Range,
  options: Omit<BacktestOptions, "from" | "to" | "now" | "draw" | "devices" | "edition" | "features">,
  document: CanonicalDocument,
  activations: ReadonlyArray<Activation> | null,
  warnings: ReadonlyArray<object>
) {
  const { projectId } = options
  const everybody = yield* subjectsOf(subjects, projectId, range.entity_ids)
  const draw = range.include?.includes("evaluation") ?? false
  const whole: BacktestOptions = {
    ...options,
    from: range.from,
    to: range.to,
    now: yield* Clock.currentTimeMillis,
    draw,
    devices: yield* subjects.devices(projectId),
    ...(yield* rules.features(projectId))
  }
  const report = yield* runBacktest(history, whole, everybody, activations)
  const failed = report.failures.slice(0, 1).map((f) => ({
    pointer: "",
    code: "RULE_EVALUATION_FAILED",
    detail: `${f.code}: ${f.detail} (${(f.who.entity ?? f.who.device).name}, ${formatInstant(f.at)})`
  }))
  const crowd =
    draw && report.drawn.length === MAX_DRAWN
      ? [
          {
            pointer: "/include",
            code: "EVALUATION_SUBJECTS",
            detail: `no more than ${MAX_DRAWN} subjects are drawn; name others in entity_ids`
          }
        ]
      : []
  const names = yield* editedFeatures(rules, whole, document, report)
  const edited =
    names.size === 0
      ? []
      : [
          {
            pointer: "/from",
            code: "FEATURES_EDITED",
            detail:
              `edited since version ${options.candidate.version} judged the beginning of the ` +
              `range: ${[...names].join(", ")}; the test takes features as they are now`
          }
        ]
  return yield* backtestAnswer(report, [...warnings, ...failed, ...edited, ...crowd], {
    trace: range.trace ?? false,
    evaluation: draw
  })
})

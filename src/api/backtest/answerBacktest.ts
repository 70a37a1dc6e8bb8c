// Answers rule tests: collects the subjects, devices and features of the test, runs it, and adds warnings.
import { Clock, Effect } from "effect"
import { Invalid } from "../../contract/http/errors.ts"
import type { CanonicalDocument } from "../../domain/rule/Document.ts"
import { formatInstant } from "../../domain/time.ts"
import type { BacktestOptions } from "../../backtest/BacktestOptions.ts"
import { MAX_DRAWN_SUBJECTS } from "../../backtest/Drawings.ts"
import { editedFeatures } from "../../backtest/editedFeatures.ts"
import type { Activation, Ports, Subjects } from "../../backtest/ports.ts"
import { type BacktestReport, type OnProgress, runBacktest } from "../../backtest/runBacktest.ts"
import { runStress } from "../../backtest/stress/runStress.ts"
import { allVariants, type VariantKind } from "../../backtest/stress/variants.ts"
import { withVisibility } from "../access/withCaller.ts"
import { backtestAnswer } from "./backtestAnswer.ts"
import { stressAnswer } from "./stressAnswer.ts"

/** `Range` is the span of a test, its subjects, and what the answer has in addition to events. */
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
  const listed = yield* withVisibility((seen) => subjects.list(projectId, seen, ids ?? null))
  const knownIds = new Set(listed.map((s) => s.subject.id))
  const unknownIds = (ids ?? []).flatMap((id, i) =>
    knownIds.has(id)
      ? []
      : [
          {
            pointer: `/entity_ids/${i}`,
            code: "UNKNOWN_REFERENCE",
            detail: "no such entity in this project"
          }
        ]
  )
  return unknownIds.length > 0 ? yield* Invalid.of(unknownIds) : listed
})

type TestedRule = Omit<BacktestOptions, "from" | "to" | "now" | "draw" | "devices" | "edition" | "features">

/** Returns the visible subjects of the range, and the options of the test. */
const prepare = Effect.fnUntraced(function* ({ rules, subjects }: Ports, range: Range, tested: TestedRule) {
  const knownSubjects = yield* subjectsOf(subjects, tested.projectId, range.entity_ids)
  const options: BacktestOptions = {
    ...tested,
    from: range.from,
    to: range.to,
    now: yield* Clock.currentTimeMillis,
    draw: range.include?.includes("evaluation") ?? false,
    devices: yield* subjects.devices(tested.projectId),
    ...(yield* rules.features(tested.projectId))
  }
  return { knownSubjects, options }
})

const failureOf = ({ failures }: BacktestReport) =>
  failures.slice(0, 1).map((f) => ({
    pointer: "",
    code: "RULE_EVALUATION_FAILED",
    detail: `${f.code}: ${f.detail} (${(f.who.entity ?? f.who.device).name}, ${formatInstant(f.at)})`
  }))

/** Tests a draft on the range, and on variants of its records that might also have been received. */
export const answerStress = Effect.fnUntraced(function* (
  ports: Ports,
  range: Range,
  tested: TestedRule,
  document: CanonicalDocument,
  { kinds, seed }: { readonly kinds: ReadonlyArray<VariantKind>; readonly seed: number },
  warnings: ReadonlyArray<object>,
  note: OnProgress
) {
  const { knownSubjects, options } = yield* prepare(ports, range, tested)
  const variants = allVariants.filter((v) => kinds.includes(v.kind))
  const report = yield* runStress(ports.history, options, knownSubjects, variants, seed, note)
  return stressAnswer(report, seed, document, [...warnings, ...failureOf(report.base)])
})

/** Tests a rule on the range. `activations`: which version was in force when, null for a draft. */
export const answerBacktest = Effect.fnUntraced(function* (
  ports: Ports,
  range: Range,
  tested: TestedRule,
  document: CanonicalDocument,
  activations: ReadonlyArray<Activation> | null,
  warnings: ReadonlyArray<object>,
  note: OnProgress
) {
  const { knownSubjects, options } = yield* prepare(ports, range, tested)
  const report = yield* runBacktest(ports.history, options, knownSubjects, activations, note)
  const undrawnWarnings =
    report.undrawn > 0
      ? [
          {
            pointer: "/include",
            code: "EVALUATION_SUBJECTS",
            detail: `no more than ${MAX_DRAWN_SUBJECTS} subjects are drawn; name others in entity_ids`
          }
        ]
      : []
  const names = yield* editedFeatures(ports.rules, options, document, report)
  const editedWarnings =
    names.size === 0
      ? []
      : [
          {
            pointer: "/from",
            code: "FEATURES_EDITED",
            detail:
              `edited since version ${options.candidate.version} judged the beginning of the ` +
              `range: ${[...names].join(", ")}; the test takes fences and areas as they are now`
          }
        ]
  return yield* backtestAnswer(
    report,
    [...warnings, ...failureOf(report), ...editedWarnings, ...undrawnWarnings],
    {
      trace: range.trace ?? false,
      evaluation: options.draw
    }
  )
})

// A rule test from its request to its answer: who is asked about, with the devices and features there are, and
// what a reader has to be warned of.
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

type Asked = Omit<BacktestOptions, "from" | "to" | "now" | "draw" | "devices" | "edition" | "features">

/** Whom the range is about, of those the caller sees, and all that a test of it is given. */
const prepared = Effect.fnUntraced(function* ({ rules, subjects }: Ports, range: Range, asked: Asked) {
  const everybody = yield* subjectsOf(subjects, asked.projectId, range.entity_ids)
  const options: BacktestOptions = {
    ...asked,
    from: range.from,
    to: range.to,
    now: yield* Clock.currentTimeMillis,
    draw: range.include?.includes("evaluation") ?? false,
    devices: yield* subjects.devices(asked.projectId),
    ...(yield* rules.features(asked.projectId))
  }
  return { everybody, options }
})

const failureOf = ({ failures }: BacktestReport) =>
  failures.slice(0, 1).map((f) => ({
    pointer: "",
    code: "RULE_EVALUATION_FAILED",
    detail: `${f.code}: ${f.detail} (${(f.who.entity ?? f.who.device).name}, ${formatInstant(f.at)})`
  }))

/** Tries a draft on the range, and on the range as it might also have been heard. */
export const answerStress = Effect.fnUntraced(function* (
  ports: Ports,
  range: Range,
  asked: Asked,
  document: CanonicalDocument,
  { kinds, seed }: { readonly kinds: ReadonlyArray<VariantKind>; readonly seed: number },
  warnings: ReadonlyArray<object>,
  note: OnProgress
) {
  const { everybody, options } = yield* prepared(ports, range, asked)
  const variants = allVariants.filter((v) => kinds.includes(v.kind))
  const report = yield* runStress(ports.history, options, everybody, variants, seed, note)
  return stressAnswer(report, seed, document, [...warnings, ...failureOf(report.base)])
})

/** Leads a rule through the range; `activations`: when which version of it was in force, null for a draft. */
export const answerBacktest = Effect.fnUntraced(function* (
  ports: Ports,
  range: Range,
  asked: Asked,
  document: CanonicalDocument,
  activations: ReadonlyArray<Activation> | null,
  warnings: ReadonlyArray<object>,
  note: OnProgress
) {
  const { everybody, options } = yield* prepared(ports, range, asked)
  const report = yield* runBacktest(ports.history, options, everybody, activations, note)
  const crowd =
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
  return yield* backtestAnswer(report, [...warnings, ...failureOf(report), ...edited, ...crowd], {
    trace: range.trace ?? false,
    evaluation: options.draw
  })
})

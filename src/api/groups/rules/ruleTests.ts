// Handlers of rule tests: they read and check the request; `answerBacktest` and `explainRule` compute the
// answer.
import { Effect } from "effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import { Api } from "../../../contract/Api.ts"
import { Invalid, type NotFound, notFound } from "../../../contract/http/errors.ts"
import { explainRule } from "../../../backtest/explainRule.ts"
import { ports } from "../../../backtest/ports.ts"
import { variantKinds } from "../../../backtest/stress/variants.ts"
import type { Parsed } from "../../../domain/rule/parse.ts"
import { Rules } from "../../../store/rules/Rules.ts"
import { FeatureSamples } from "../../../store/tracking/features/FeatureSamples.ts"
import { ProjectMetrics } from "../../../store/tracking/measurements/ProjectMetrics.ts"
import { withVisibility } from "../../access/withCaller.ts"
import { checkRange } from "../../http/timeRange.ts"
import { answerBacktest, answerStress } from "../../backtest/answerBacktest.ts"
import { visibleSubjects } from "../../backtest/ruleCoverage.ts"
import { findVersion } from "../../backtest/findVersion.ts"
import { readDocument, warningsOf } from "../../backtest/readDocument.ts"
import { explanationAnswer } from "../../backtest/ruleAnswers.ts"
import { answerQueued, BacktestQueue } from "../../backtest/BacktestQueue.ts"

/** `DRAFT_ID` stands for the id of a draft, which has none. */
const DRAFT_ID = "draft"
/** `BASELINE_ID` is the id of the version to compare with, which may be of the same rule. */
const BASELINE_ID = "baseline"

/** `RuleTestsLive` tests rules and documents on the past, and explains a rule at a moment. */
export const RuleTestsLive = HttpApiBuilder.group(
  Api,
  "ruleTests",
  Effect.fnUntraced(function* (handlers) {
    const past = yield* ports
    const rules = yield* Rules
    const warningStores = { metrics: yield* ProjectMetrics, features: yield* FeatureSamples }
    const turns = yield* BacktestQueue

    /** Returns the version to compare with, under an id of its own. */
    const comparedWith = (projectId: string, ruleId: string, version: number) =>
      Effect.map(
        findVersion(past.rules, projectId, ruleId, version, "/baseline/version", (): NotFound | Invalid =>
          Invalid.at("/baseline/rule_id", "UNKNOWN_REFERENCE", "no such rule in this project")
        ),
        (storedVersion) => ({ ...storedVersion, id: BASELINE_ID })
      )

    const warningsIn = (projectId: string, parsed: Parsed) =>
      withVisibility((seen) =>
        warningsOf(warningStores, projectId, parsed, visibleSubjects(past.subjects, projectId, seen))
      )

    /** Parses a document; fails where it cannot run, or refers to what the caller does not see. */
    const readDraft = Effect.fnUntraced(function* (projectId: string, document: unknown) {
      const parsed = yield* readDocument(document)
      const unknownReferences = yield* withVisibility((seen) =>
        rules.strangers(projectId, seen, parsed.document)
      )
      const issues = [
        ...parsed.reserved.map((pointer) => ({
          pointer: `/document${pointer}`,
          code: "RULE_CONDITION_RESERVED",
          detail: "a reserved condition kind can be saved, not run"
        })),
        ...unknownReferences.map(({ kind, pointer }) => ({
          pointer: `/document${pointer}`,
          code: "UNKNOWN_REFERENCE",
          detail: `no such ${kind.replace("_", " ")} in this project`
        }))
      ]
      if (issues.length > 0) return yield* Invalid.of(issues)
      return parsed
    })

    return handlers.handleAll({
      test: ({ params, payload: { baseline, version, ...range }, request }) =>
        Effect.gen(function* () {
          yield* checkRange(range)
          const storedVersion = yield* findVersion(
            past.rules,
            params.project_id,
            params.rule_id,
            version,
            "/version",
            notFound
          )
          const baselineVersion =
            baseline === undefined
              ? null
              : yield* comparedWith(params.project_id, baseline.rule_id ?? params.rule_id, baseline.version)
          const activations = baselineVersion === null ? yield* past.rules.activations(params.rule_id) : null
          return yield* answerQueued(turns, request, (note) =>
            answerBacktest(
              past,
              range,
              { projectId: params.project_id, candidate: storedVersion, baseline: baselineVersion },
              storedVersion.document,
              activations,
              [],
              note
            )
          )
        }),
      testDocument: ({ params, payload: { baseline, document, ...range }, request }) =>
        Effect.gen(function* () {
          yield* checkRange(range)
          const parsed = yield* readDraft(params.project_id, document)
          const storedVersion =
            baseline === undefined
              ? null
              : yield* comparedWith(params.project_id, baseline.rule_id, baseline.version)
          const candidate = {
            id: DRAFT_ID,
            name: storedVersion?.name ?? "draft",
            version: 1,
            document: parsed.document
          }
          const warnings = yield* warningsIn(params.project_id, parsed)
          return yield* answerQueued(turns, request, (note) =>
            answerBacktest(
              past,
              range,
              { projectId: params.project_id, candidate, baseline: storedVersion },
              parsed.document,
              null,
              warnings,
              note
            )
          )
        }),
      stressDocument: ({ params, payload: { document, seed, variants, ...range }, request }) =>
        Effect.gen(function* () {
          yield* checkRange(range)
          const parsed = yield* readDraft(params.project_id, document)
          const warnings = yield* warningsIn(params.project_id, parsed)
          const candidate = { id: DRAFT_ID, name: "draft", version: 1, document: parsed.document }
          return yield* answerQueued(turns, request, (note) =>
            answerStress(
              past,
              range,
              { projectId: params.project_id, candidate, baseline: null },
              parsed.document,
              { kinds: variants ?? variantKinds, seed: seed ?? 1 },
              warnings,
              note
            )
          )
        }),
      explain: ({ params, query: { at, device_id, entity_id, version } }) =>
        Effect.gen(function* () {
          if ((entity_id === undefined) === (device_id === undefined))
            return yield* Invalid.at(
              "/entity_id",
              "SUBJECT_AMBIGUOUS",
              "Ask about one subject: an entity_id, or a device_id."
            )
          const current = yield* findVersion(
            past.rules,
            params.project_id,
            params.rule_id,
            version,
            "/version",
            notFound
          )
          const knownSubject = yield* Effect.mapError(
            withVisibility((seen) =>
              past.subjects.get(
                params.project_id,
                seen,
                entity_id === undefined ? { deviceId: device_id! } : { entityId: entity_id }
              )
            ),
            notFound
          )
          return HttpServerResponse.jsonUnsafe(
            explanationAnswer(
              yield* explainRule(past, params.project_id, current, version === undefined, knownSubject, at)
            )
          )
        })
    })
  })
)

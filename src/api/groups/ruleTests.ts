// Answers for rules asked about the past: what is asked is read and checked here; `tryRule` and `explainRule`
// find the answer.
import { Clock, Context, Effect, Option, Semaphore } from "effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import * as HttpServerRespondable from "effect/http/HttpServerRespondable"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import { Api } from "../../contract/Api.ts"
import { Invalid, type NotFound, notFound, Unavailable } from "../../contract/http/errors.ts"
import { select } from "../../domain/rule/conditions/spatial.ts"
import type { CanonicalDocument, ConditionNode, Spatial } from "../../domain/rule/Document.ts"
import { formatInstant } from "../../domain/time.ts"
import { MAX_DRAWN, type Trial } from "../../engine/past/testRule.ts"
import { ProjectMetrics } from "../../store/tracking/ProjectMetrics.ts"
import { type Activation, RuleTests } from "../../store/rules/RuleTests.ts"
import { explainRule } from "../past/explainRule.ts"
import { testAnswer } from "../past/ruleAnswers.ts"
import { readDocument, warningsOf } from "./rules.ts"
import { seeing } from "../access/seeing.ts"
import { checkRange } from "../http/timeRange.ts"
import { type Tried, tryRule } from "../past/tryRule.ts"

/**
 * How many tests one process runs at a time, and how long others wait for their turn before they are sent
 * away, ms.
 */
export const TestTurns = Context.Reference<{ readonly atOnce: number; readonly patienceMs: number }>(
  "api/TestTurns",
  { defaultValue: () => ({ atOnce: 2, patienceMs: 10_000 }) }
)
const LOOK_AGAIN_MS = 100
const RETRY_AFTER_SECONDS = 5

interface Range {
  readonly from: number
  readonly to: number
  readonly entity_ids?: ReadonlyArray<string>
  readonly trace?: boolean
  readonly include?: ReadonlyArray<"evaluation">
}

/** The draft's stand-in for a rule's id. */
const DRAFT = "draft"

const busy = Effect.map(
  Effect.orDie(
    HttpServerRespondable.toResponse(
      new Unavailable({
        code: "TOO_MANY_TESTS",
        detail: "Other rule tests are running. Try again in a few seconds."
      })
    )
  ),
  HttpServerResponse.setHeader("retry-after", String(RETRY_AFTER_SECONDS))
)

const spatialsIn = (node: ConditionNode): ReadonlyArray<Spatial> =>
  "all" in node
    ? node.all.flatMap(spatialsIn)
    : "any" in node
      ? node.any.flatMap(spatialsIn)
      : "not" in node
        ? spatialsIn(node.not)
        : node.type === "spatial"
          ? [node]
          : []

export const RuleTestsLive = HttpApiBuilder.group(
  Api,
  "ruleTests",
  Effect.fnUntraced(function* (handlers) {
    const tests = yield* RuleTests
    const metrics = yield* ProjectMetrics
    const { atOnce, patienceMs } = yield* TestTurns
    const turns = yield* Semaphore.make(atOnce)

    const inTurn = Effect.fnUntraced(function* <A extends object, E, R>(work: Effect.Effect<A, E, R>) {
      for (let waited = 0; waited < patienceMs; waited += LOOK_AGAIN_MS) {
        const done = yield* turns.withPermitsIfAvailable(1)(work)
        if (Option.isSome(done)) return HttpServerResponse.jsonUnsafe(done.value)
        yield* Effect.sleep(LOOK_AGAIN_MS)
      }
      return yield* busy
    })

    /** A version that can run; `at` points to where the request names it. */
    const versionOf = Effect.fnUntraced(function* <E>(
      projectId: string,
      ruleId: string,
      wanted: number | undefined,
      at: string,
      noRule: () => E
    ) {
      const current = yield* Effect.mapError(tests.version(projectId, ruleId, null), noRule)
      const kept =
        wanted === undefined || wanted === current.version
          ? current
          : yield* Effect.mapError(tests.version(projectId, ruleId, wanted), () =>
              Invalid.at(at, "UNKNOWN_VERSION", `the rule has no version ${wanted}`)
            )
      if (!kept.runnable)
        return yield* Invalid.at(
          at,
          "RULE_CONDITION_RESERVED",
          `version ${kept.version} uses a reserved condition kind: it can be kept, not run`
        )
      return kept
    })

    const subjectsOf = Effect.fnUntraced(function* (
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
      { candidate, features, projectId }: Trial,
      document: CanonicalDocument,
      { inForceFrom }: Tried
    ) {
      const conditions = spatialsIn(document.conditions)
      if (inForceFrom === null || conditions.length === 0) return []
      const then = (yield* tests.bookAt(projectId, inForceFrom)).features
      const names = new Set(
        conditions.flatMap((c) => {
          const was = select(c, then),
            is = select(c, features)
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

    const run = Effect.fnUntraced(function* (
      range: Range,
      trial: Omit<Trial, "from" | "to" | "now" | "draw" | "devices" | "edition" | "features">,
      document: CanonicalDocument,
      activations: ReadonlyArray<Activation> | null,
      warnings: ReadonlyArray<object>
    ) {
      const { projectId } = trial
      const everybody = yield* subjectsOf(projectId, range.entity_ids)
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
        [...warnings, ...failed, ...(yield* edited(whole, document, tried)), ...crowd],
        { trace: range.trace ?? false, evaluation: draw }
      )
    })

    return handlers.handleAll({
      test: ({ params, payload: { version, ...range } }) =>
        Effect.gen(function* () {
          yield* checkRange(range)
          const kept = yield* versionOf(params.project_id, params.rule_id, version, "/version", notFound)
          const activations = yield* tests.activations(params.rule_id)
          return yield* inTurn(
            run(
              range,
              { projectId: params.project_id, candidate: kept, baseline: null },
              kept.document,
              activations,
              []
            )
          )
        }),
      testDocument: ({ params, payload: { baseline, document, ...range } }) =>
        Effect.gen(function* () {
          yield* checkRange(range)
          const parsed = yield* readDocument(document)
          const strangers = yield* seeing((seen) => tests.strangers(params.project_id, seen, parsed.document))
          const issues = [
            ...parsed.reserved.map((pointer) => ({
              pointer: `/document${pointer}`,
              code: "RULE_CONDITION_RESERVED",
              detail: "a reserved condition kind can be saved, not run"
            })),
            ...strangers.map(({ kind, pointer }) => ({
              pointer: `/document${pointer}`,
              code: "UNKNOWN_REFERENCE",
              detail: `no such ${kind.replace("_", " ")} in this project`
            }))
          ]
          if (issues.length > 0) return yield* Invalid.of(issues)
          const kept =
            baseline === undefined
              ? null
              : yield* versionOf(
                  params.project_id,
                  baseline.rule_id,
                  baseline.version,
                  "/baseline/version",
                  (): NotFound | Invalid =>
                    Invalid.at("/baseline/rule_id", "UNKNOWN_REFERENCE", "no such rule in this project")
                )
          const candidate = { id: DRAFT, name: kept?.name ?? "draft", version: 1, document: parsed.document }
          return yield* inTurn(
            run(
              range,
              { projectId: params.project_id, candidate, baseline: kept },
              parsed.document,
              null,
              yield* warningsOf(metrics, params.project_id, parsed)
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
          const current = yield* versionOf(params.project_id, params.rule_id, version, "/version", notFound)
          const someone = yield* Effect.mapError(
            seeing((seen) =>
              tests.subject(
                params.project_id,
                seen,
                entity_id === undefined ? { deviceId: device_id! } : { entityId: entity_id }
              )
            ),
            notFound
          )
          return HttpServerResponse.jsonUnsafe(
            yield* explainRule(tests, params.project_id, current, version === undefined, someone, at)
          )
        })
    })
  })
)

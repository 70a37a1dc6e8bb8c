// Parses the document of a rule in a request, and finds warnings about it.
import { Effect, Result } from "effect"
import { Invalid } from "../../contract/http/errors.ts"
import type { KnownSubject } from "../../backtest/ports.ts"
import { check } from "../../domain/rule/compile.ts"
import { type Parsed, parseDocument } from "../../domain/rule/parse.ts"
import { metricsNamed } from "../../domain/rule/references.ts"
import { doubtsAboutFeatures, featureQueryOf } from "../../domain/rule/selectedFeatures.ts"
import { unknownPlaceholders } from "../../domain/rule/words/title.ts"
import type { FeatureSamples } from "../../store/tracking/features/FeatureSamples.ts"
import type { ProjectMetrics } from "../../store/tracking/measurements/ProjectMetrics.ts"
import { countCovered } from "./ruleCoverage.ts"

/** Parses a document that a body has as `document`; fails with all errors and their pointers in the body. */
export const readDocument = (document: unknown): Effect.Effect<Parsed, Invalid> => {
  const parsed = parseDocument(document)
  if (Result.isFailure(parsed))
    return Effect.fail(Invalid.of(parsed.failure.map((f) => ({ ...f, pointer: `/document${f.pointer}` }))))
  if (parsed.success.reserved.length > 0) return Effect.succeed(parsed.success)
  const refusal = check(parsed.success.document)
  return refusal === null
    ? Effect.succeed(parsed.success)
    : Effect.fail(Invalid.at("/document/conditions", refusal.code, refusal.detail))
}

/** Returns warnings about metrics that have no numbers in the project. */
const metricWarnings = Effect.fnUntraced(function* (
  metrics: ProjectMetrics["Service"],
  projectId: string,
  { document }: Parsed
) {
  const namedMetrics = metricsNamed(document)
  const types = yield* metrics.typesOf(projectId, [...new Set(namedMetrics.map((n) => n.metric))])
  return namedMetrics.flatMap(({ metric, pointer }) => {
    const type = types.get(metric)
    if (type === "number") return []
    const issue =
      type === undefined
        ? { code: "METRIC_UNKNOWN", detail: `no device of the project has sent ${metric} yet` }
        : { code: "METRIC_NOT_A_NUMBER", detail: `${metric} is a ${type}: rules compare numbers` }
    return [{ pointer: `/document${pointer}`, ...issue }]
  })
})

/** Returns warnings about features that no subject can be in, and about selections that match no feature. */
const featureWarnings = Effect.fnUntraced(function* (
  features: FeatureSamples["Service"],
  projectId: string,
  { document }: Parsed
) {
  const requestedFeatures = featureQueryOf(document)
  if (requestedFeatures === null) return []
  return doubtsAboutFeatures(document, yield* features.of(projectId, requestedFeatures)).map((doubt) => ({
    ...doubt,
    pointer: `/document${doubt.pointer}`
  }))
})

/**
 * Finds a scope that names subjects and has none at present, as a warning. A scope without members holds for
 * every subject, later ones too, and is never empty.
 */
const scopeWarnings = Effect.fnUntraced(function* (
  { document }: Parsed,
  knownSubjects: Effect.Effect<ReadonlyArray<KnownSubject>>
) {
  if (Object.keys(document.scope).length === 0 || countCovered(document, yield* knownSubjects) > 0) return []
  return [
    {
      pointer: "/document/scope",
      code: "SCOPE_EMPTY",
      detail:
        "nobody whom you see is in this scope now, so the rule notices nothing: choose others, or bring " +
        "animals in by their type, group or device"
    }
  ]
})

/** `WarningStores` are the stores that warnings are found by. */
export interface WarningStores {
  readonly metrics: ProjectMetrics["Service"]
  readonly features: FeatureSamples["Service"]
}

/**
 * Returns the warnings about a document that can be saved nevertheless; `knownSubjects` are those that the
 * caller sees.
 */
export const warningsOf = Effect.fnUntraced(function* (
  { features, metrics }: WarningStores,
  projectId: string,
  parsed: Parsed,
  knownSubjects: Effect.Effect<ReadonlyArray<KnownSubject>>
) {
  return [
    ...parsed.reserved.map((pointer) => ({
      pointer: `/document${pointer}`,
      code: "RULE_CONDITION_RESERVED",
      detail: "a reserved condition kind is saved and keeps the rule from being enabled"
    })),
    ...(yield* metricWarnings(metrics, projectId, parsed)),
    ...(yield* featureWarnings(features, projectId, parsed)),
    ...(yield* scopeWarnings(parsed, knownSubjects)),
    ...unknownPlaceholders(parsed.document.event.title).map((name) => ({
      pointer: "/document/event/title",
      code: "TITLE_PLACEHOLDER_UNKNOWN",
      detail: `{${name}} is no placeholder and will show as ?`
    }))
  ]
})

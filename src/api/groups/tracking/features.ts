// Handlers of features: areas, lines and points of a project.
import { Clock, Effect, Semaphore } from "effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import { Api } from "../../../contract/Api.ts"
import { CurrentActor } from "../../../contract/http/authorization.ts"
import { RuleNames } from "../../../store/rules/RuleNames.ts"
import { Rules } from "../../../store/rules/Rules.ts"
import { FeatureDetails } from "../../../store/tracking/features/FeatureDetails.ts"
import { PeriodFixes } from "../../../store/tracking/features/PeriodFixes.ts"
import { DEFAULT_PRESENCE_DAYS, MAX_PRESENCE_DAYS } from "../../../domain/tracking/FeaturePresence.ts"
import { Features } from "../../../store/tracking/features/Features.ts"
import { withVisibility } from "../../access/withCaller.ts"
import { featurePresence } from "../../features/featurePresence.ts"
import { featureSummary } from "../../features/featureSummary.ts"
import { importFeatures } from "../../features/importFeatures.ts"
import { compressedJson } from "../../http/compressedJson.ts"
import { checkSpan, DAY_MS } from "../../http/timeRange.ts"
import { expectedEditions, withEdition } from "../../http/entityTags.ts"
import { page } from "../../http/paging.ts"
import { asRefusal } from "../../http/asRefusal.ts"

/** `MAX_CONCURRENT_READS` is how many requests read millions of fixes at a time; the others wait. */
const MAX_CONCURRENT_READS = 2

/** `FeaturesLive` reads, changes and imports features, and answers what one is, and who was in it. */
export const FeaturesLive = HttpApiBuilder.group(
  Api,
  "features",
  Effect.fnUntraced(function* (handlers) {
    const features = yield* Features
    const stores = {
      features,
      details: yield* FeatureDetails,
      naming: yield* RuleNames,
      rules: yield* Rules,
      fixes: yield* PeriodFixes
    }
    const presenceTurns = yield* Semaphore.make(MAX_CONCURRENT_READS)
    return handlers.handleAll({
      list: ({ params, query, request }) =>
        page(request, query, (window) => features.list(params.project_id, query, window)),
      create: ({ params, payload }) =>
        Effect.flatMap(CurrentActor, (actor) => features.create(actor, params.project_id, payload)).pipe(
          Effect.map((created) => withEdition(created, 201)),
          asRefusal
        ),
      import: ({ params, payload, query }) =>
        Effect.flatMap(CurrentActor, (actor) =>
          importFeatures(features, actor, params.project_id, payload, query.dry_run === true)
        ),
      get: ({ params }) =>
        Effect.map(features.get(params.project_id, params.feature_id), (found) => withEdition(found)).pipe(
          asRefusal
        ),
      summary: ({ params }) =>
        withVisibility((seen) => featureSummary(stores, params.project_id, seen, params.feature_id)).pipe(
          asRefusal
        ),
      presence: ({ params, query }) =>
        Effect.gen(function* () {
          const to = query.to ?? (yield* Clock.currentTimeMillis)
          const period = { from: query.from ?? to - DEFAULT_PRESENCE_DAYS * DAY_MS, to }
          yield* checkSpan(period, MAX_PRESENCE_DAYS)
          const found = yield* withVisibility((seen) =>
            presenceTurns.withPermit(
              featurePresence(stores, params.project_id, seen, params.feature_id, period)
            )
          )
          return yield* compressedJson(found)
        }).pipe(asRefusal),
      update: ({ headers, params, payload }) =>
        Effect.flatMap(CurrentActor, (actor) =>
          features.update(
            actor,
            params.project_id,
            params.feature_id,
            expectedEditions(headers["if-match"]),
            payload
          )
        ).pipe(
          Effect.map((updated) => withEdition(updated)),
          asRefusal
        ),
      remove: ({ headers, params }) =>
        Effect.flatMap(CurrentActor, (actor) =>
          features.remove(actor, params.project_id, params.feature_id, expectedEditions(headers["if-match"]))
        ).pipe(asRefusal)
    })
  })
)

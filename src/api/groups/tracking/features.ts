// Handlers of features: areas, lines and points of a project.
import { Effect } from "effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import { Api } from "../../../contract/Api.ts"
import { CurrentActor } from "../../../contract/http/authorization.ts"
import { RuleNames } from "../../../store/rules/RuleNames.ts"
import { Rules } from "../../../store/rules/Rules.ts"
import { FeatureDetails } from "../../../store/tracking/features/FeatureDetails.ts"
import { Features } from "../../../store/tracking/features/Features.ts"
import { withVisibility } from "../../access/withCaller.ts"
import { featureSummary } from "../../features/featureSummary.ts"
import { importFeatures } from "../../features/importFeatures.ts"
import { expectedEditions, withEdition } from "../../http/entityTags.ts"
import { page } from "../../http/paging.ts"
import { asRefusal } from "../../http/asRefusal.ts"

/** `FeaturesLive` reads, changes and imports features, and summarises one. */
export const FeaturesLive = HttpApiBuilder.group(
  Api,
  "features",
  Effect.fnUntraced(function* (handlers) {
    const features = yield* Features
    const stores = {
      features,
      details: yield* FeatureDetails,
      naming: yield* RuleNames,
      rules: yield* Rules
    }
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

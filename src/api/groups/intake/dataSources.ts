// Handlers of data sources.
import { Effect } from "effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import { Api } from "../../../contract/Api.ts"
import { DataSources } from "../../../store/intake/DataSources.ts"
import { SourceSecrets } from "../../../store/intake/SourceSecrets.ts"
import { page } from "../../http/paging.ts"
import { asRefusal } from "../../http/asRefusal.ts"
import { withActorReach, withReach } from "../../access/withCaller.ts"
import { testSource } from "./testSource.ts"

/** `DataSourcesLive` reads, changes and tests data sources. */
export const DataSourcesLive = HttpApiBuilder.group(
  Api,
  "dataSources",
  Effect.fnUntraced(function* (handlers) {
    const dataSources = yield* DataSources
    const secrets = yield* SourceSecrets
    return handlers.handleAll({
      list: ({ query, request }) =>
        withReach((reach) => page(request, query, (window) => dataSources.list(reach, window))),
      create: ({ payload }) =>
        withActorReach((actor, reach) => dataSources.create(actor, reach, payload)).pipe(asRefusal),
      get: ({ params }) =>
        withReach((reach) => dataSources.get(reach, params.data_source_id)).pipe(asRefusal),
      update: ({ params, payload }) =>
        withActorReach((actor, reach) =>
          dataSources.update(actor, reach, params.data_source_id, payload)
        ).pipe(asRefusal),
      remove: ({ params }) =>
        withActorReach((actor, reach) => dataSources.remove(actor, reach, params.data_source_id)).pipe(
          asRefusal
        ),
      test: ({ params, payload }) => {
        const config = payload?.config
        if (config === undefined)
          return withReach((reach) => dataSources.own(reach, params.data_source_id)).pipe(
            asRefusal,
            Effect.flatMap((source) => testSource(source, secrets.passwordOf))
          )
        return withReach((reach) => dataSources.draft(reach, params.data_source_id, config)).pipe(
          asRefusal,
          Effect.flatMap(({ password, source }) =>
            testSource(source, password === undefined ? secrets.passwordOf : () => Effect.succeed(password))
          )
        )
      },
      rotateToken: ({ params }) =>
        withActorReach((actor, reach) => dataSources.rotateToken(actor, reach, params.data_source_id)).pipe(
          asRefusal
        )
    })
  })
)

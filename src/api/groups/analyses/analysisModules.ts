// Answers for the modules of analyses.
import { Effect, Struct } from "effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import { Api } from "../../../contract/Api.ts"
import { catalogue, enabledModules } from "../../../domain/analysis/catalogue.ts"
import { AnalysisPolicy } from "../../analyses/AnalysisPolicy.ts"
import { NO_TIME, page } from "../../http/paging.ts"

export const AnalysisModulesLive = HttpApiBuilder.group(
  Api,
  "analysisModules",
  Effect.fnUntraced(function* (handlers) {
    const { modules } = yield* AnalysisPolicy
    const all = enabledModules(modules, {}).map((key) =>
      Struct.pick(catalogue[key], ["key", "label", "version", "limits"])
    )
    return handlers.handleAll({
      list: ({ query, request }) =>
        page(
          request,
          query,
          ({ after, limit }) => {
            // in the order of the catalogue, which has no times: a module's place is its key
            const from = after === null ? 0 : all.findIndex(({ key }) => key === after.id) + 1
            const items = all.slice(from, from + limit),
              last = items.at(-1)
            return Effect.succeed({
              items,
              next: last !== undefined && from + limit < all.length ? { time: NO_TIME, id: last.key } : null
            })
          },
          "text"
        )
    })
  })
)

// Handler of the search by name.
import { Effect } from "effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import { Api } from "../../../contract/Api.ts"
import { enabledModules } from "../../../domain/analysis/catalogue.ts"
import { bestOf } from "../../../domain/system/SearchItem.ts"
import { Runs } from "../../../store/analyses/Runs.ts"
import { Search } from "../../../store/search/Search.ts"
import { withVisibility } from "../../access/withCaller.ts"
import { AnalysisPolicy } from "../../analyses/AnalysisPolicy.ts"

/** The number of results where the request has no `limit`. */
const DEFAULT_LIMIT = 20

/** `SearchLive` finds records of a project, including runs of analyses, by their names. */
export const SearchLive = HttpApiBuilder.group(
  Api,
  "search",
  Effect.fnUntraced(function* (handlers) {
    const search = yield* Search
    const runs = yield* Runs
    const { modules: deployed } = yield* AnalysisPolicy
    return handlers.handleAll({
      find: ({ params: { project_id }, query }) =>
        withVisibility((seen) =>
          Effect.gen(function* () {
            const q = query.q.trim(),
              limit = query.limit ?? DEFAULT_LIMIT
            const ofRuns = Effect.gen(function* () {
              const modules = enabledModules(deployed, yield* runs.settings(project_id))
              return yield* runs.search(project_id, seen, modules, q, limit)
            }).pipe(Effect.catchTag("AnalysesBusy", () => Effect.succeed([])))
            const found = yield* Effect.all([search.find(project_id, seen, q, limit), ofRuns], {
              concurrency: 2
            })
            return { items: bestOf(found.flat(), limit) }
          })
        )
    })
  })
)

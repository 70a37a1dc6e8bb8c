// Handlers of the catalogue of analysis modules.
import { Effect } from "effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import { Api } from "../../../contract/Api.ts"
import { catalogue, enabledModules, type ModuleKey, moduleKeys } from "../../../domain/analysis/catalogue.ts"
import { describeModule } from "../../../domain/analysis/describeModule.ts"
import { Runs } from "../../../store/analyses/Runs.ts"
import type { Window } from "../../../store/sql/keyset.ts"
import { AnalysisPolicy } from "../../analyses/AnalysisPolicy.ts"
import { asAnalysisRefusal } from "../../analyses/asAnalysisRefusal.ts"
import { PLACEHOLDER_TIME, page } from "../../http/paging.ts"

const descriptions = moduleKeys.map((key) => describeModule<ModuleKey>(catalogue[key]))

/**
 * Makes the function that returns a page of the enabled modules; the cursor holds the module's key and no
 * time.
 */
const pageOf = (projectSettings: Readonly<Record<string, unknown>>, deployed: ReadonlyArray<string>) => {
  const enabledKeys = enabledModules(deployed, projectSettings)
  const modules = descriptions.filter(({ key }) => enabledKeys.includes(key))
  return ({ after, limit }: Window) => {
    const from = after === null ? 0 : modules.findIndex(({ key }) => key === after.id) + 1
    const items = modules.slice(from, from + limit),
      last = items.at(-1)
    return Effect.succeed({
      items,
      next:
        last !== undefined && from + limit < modules.length ? { time: PLACEHOLDER_TIME, id: last.key } : null
    })
  }
}

/** `AnalysisModulesLive` lists the modules that the deployment and a project offer. */
export const AnalysisModulesLive = HttpApiBuilder.group(
  Api,
  "analysisModules",
  Effect.fnUntraced(function* (handlers) {
    const runs = yield* Runs
    const { modules } = yield* AnalysisPolicy
    return handlers.handleAll({
      list: ({ query, request }) => page(request, query, pageOf({}, modules), "text"),
      listOfProject: ({ params, query, request }) =>
        Effect.gen(function* () {
          const settings = yield* runs.settings(params.project_id)
          return yield* page(request, query, pageOf(settings, modules), "text")
        }).pipe(asAnalysisRefusal)
    })
  })
)

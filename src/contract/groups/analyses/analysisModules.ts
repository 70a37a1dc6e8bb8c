// Which analyses this deployment can compute.
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as OpenApi from "effect/http-api/OpenApi"
import { Needs } from "../../http/authorization.ts"
import { Invalid, Malformed } from "../../http/errors.ts"
import { Page, paged } from "../../http/paging.ts"
import { docs } from "../../http/docs.ts"
import { ModuleInfo } from "../../schemas/analysisModule.ts"

export class AnalysisModules extends HttpApiGroup.make("analysisModules")
  .add(
    HttpApiEndpoint.get("list", "/analysis-modules", {
      query: paged,
      success: Page(ModuleInfo),
      error: [Malformed, Invalid]
    })
      .annotate(Needs, "known_caller")
      .annotateMerge(
        docs("List analysis modules", "What this deployment can compute, with the limits of a run.")
      )
  )
  .annotate(OpenApi.Title, "Analysis modules")
  .annotate(OpenApi.Description, "What this deployment can compute.") {}

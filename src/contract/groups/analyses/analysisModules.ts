// The analyses that this deployment can compute.
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as OpenApi from "effect/http-api/OpenApi"
import { Uuid } from "../../../domain/schemas.ts"
import { Needs } from "../../http/authorization.ts"
import { Invalid, Malformed, NotFound, Unavailable } from "../../http/errors.ts"
import { Page, paged } from "../../http/paging.ts"
import { docs } from "../../http/docs.ts"
import { ModuleInfo } from "../../schemas/analysisModule.ts"

/** AnalysisModules is the group with the one endpoint that lists the modules. */
export class AnalysisModules extends HttpApiGroup.make("analysisModules")
  .add(
    HttpApiEndpoint.get("list", "/analysis-modules", {
      query: paged,
      success: Page(ModuleInfo),
      error: [Malformed, Invalid]
    })
      .annotate(Needs, "known_caller")
      .annotateMerge(
        docs(
          "List analysis modules",
          "What this deployment can compute, with the options and the limits of a run."
        )
      ),
    HttpApiEndpoint.get("listOfProject", "/projects/:project_id/analysis-modules", {
      params: { project_id: Uuid },
      query: paged,
      success: Page(ModuleInfo),
      error: [Malformed, Invalid, NotFound, Unavailable]
    })
      .annotate(Needs, "project:read")
      .annotateMerge(
        docs(
          "List a project's analysis modules",
          "Those of the deployment that the project has not switched off (`settings.analysis_modules`); none: " +
            "the project has no analyses."
        )
      )
  )
  .annotate(OpenApi.Title, "Analysis modules")
  .annotate(OpenApi.Description, "What this deployment can compute.") {}

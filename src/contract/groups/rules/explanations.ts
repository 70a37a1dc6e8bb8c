// "Why not": every rule of the project, evaluated about one subject at one moment. Nothing is created.
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as OpenApi from "effect/http-api/OpenApi"
import { Uuid } from "../../../domain/schemas.ts"
import { CostOfPage, Costs, Needs } from "../../http/authorization.ts"
import { Invalid, Malformed, NotFound, TooMany } from "../../http/errors.ts"
import { DEFAULT_LIMIT } from "../../http/paging.ts"
import { docs } from "../../http/docs.ts"
import { MAX_EXPLAINED_RULES, RULES_PER_EXPLANATION, WhyNot, whyNotQuery } from "../../schemas/whyNot.ts"

const project = { project_id: Uuid }
const page = { standard: DEFAULT_LIMIT, maximum: MAX_EXPLAINED_RULES, rowsPerUnit: RULES_PER_EXPLANATION }
const about =
  "Each rule of the project as it found the subject at a moment, from the records as they are stored: fired, " +
  "nearly, waiting, not asked, or not about it; with the first thing that stopped it, what its conditions read, " +
  "and until when it waits. Every twenty rules of `limit` count as one explanation."

/** Explanations is the group with the one endpoint that explains. */
export class Explanations extends HttpApiGroup.make("explanations")
  .add(
    HttpApiEndpoint.get("entity", "/entities/:entity_id/explain", {
      params: { ...project, entity_id: Uuid },
      query: whyNotQuery,
      success: WhyNot,
      error: [NotFound, Invalid, Malformed, TooMany]
    })
      .annotate(Needs, "project:read")
      .annotate(Costs, "explanations")
      .annotate(CostOfPage, page)
      .annotateMerge(docs("Explain all rules for an entity", about)),
    HttpApiEndpoint.get("device", "/devices/:device_id/explain", {
      params: { ...project, device_id: Uuid },
      query: whyNotQuery,
      success: WhyNot,
      error: [NotFound, Invalid, Malformed, TooMany]
    })
      .annotate(Needs, "project:read")
      .annotate(Costs, "explanations")
      .annotate(CostOfPage, page)
      .annotateMerge(docs("Explain all rules for a device", `Of a device without an entity. ${about}`))
  )
  .annotate(OpenApi.Title, "Explanations")
  .annotate(OpenApi.Description, "Why a subject made no alert: every rule asked about one moment.")
  .prefix("/projects/:project_id") {}

// Analyses: long computations over a period of the past. They run in a process of their own; these endpoints start,
// await and read them.
import * as Schema from "effect/Schema"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as OpenApi from "effect/http-api/OpenApi"
import { runStatuses } from "../../../domain/analysis/advance.ts"
import { geometryKinds } from "../../../domain/analysis/Geometry.ts"
import {
  ENDS_SOON_HOURS,
  MAX_PAGE_GEOMETRIES,
  NewRun,
  Run,
  RunChange,
  RunCounts,
  RunSummary
} from "../../../domain/analysis/Run.ts"
import { FixesByWeek } from "../../../domain/analysis/weeks.ts"
import { Uuid } from "../../../domain/schemas.ts"
import { Costs, Needs } from "../../http/authorization.ts"
import { Conflict, Forbidden, Invalid, Malformed, NotFound, TooMany, Unavailable } from "../../http/errors.ts"
import { BooleanInput, IntegerInput, Page, paged, optionalParameter } from "../../http/paging.ts"
import { docs, withExample } from "../../http/docs.ts"
import { Estimate, estimateMembers } from "../../schemas/analysisEstimate.ts"
import { RunFeatures } from "../../schemas/runFeatures.ts"
import { weekMembers } from "../../schemas/weekMembers.ts"
import { Module } from "../../schemas/analysisModule.ts"
import { exportFormats } from "./exportParts.ts"
import { parameterDocs } from "./parameterDocs.ts"

const project = { project_id: Uuid }
const params = { ...project, run_id: Uuid }

const headers = {
  "idempotency-key": optionalParameter(
    Schema.String.check(Schema.isMinLength(1), Schema.isMaxLength(255)),
    "The same key and body within a day give the same answer"
  )
}

const january = {
  module: "movement",
  name: "Herd in January",
  parameters: {
    entity_ids: ["019a0c1f-2b3c-7d4e-8f50-617283940516"],
    time_from: "2026-01-01T00:00:00Z",
    time_to: "2026-02-01T00:00:00Z",
    cell_m: 100
  }
}

/** Analyses is the group of endpoints that start runs and read their results. */
export class Analyses extends HttpApiGroup.make("analyses")
  .add(
    HttpApiEndpoint.get("list", "/", {
      params: project,
      query: {
        ...paged,
        module: optionalParameter(Module, "Only runs of this module"),
        status: optionalParameter(Schema.Literals(runStatuses), "Only runs in this status"),
        kept: optionalParameter(BooleanInput, "Only runs with a name, or only those without"),
        ends_soon: optionalParameter(
          BooleanInput,
          `Only runs whose result is removed within ${ENDS_SOON_HOURS} hours, or only the others`
        ),
        created_by: optionalParameter(Uuid, "Only runs of this user"),
        q: optionalParameter(
          Schema.String.check(Schema.isMinLength(1), Schema.isMaxLength(200)),
          "Only runs with this in their name, or in that of one of their subjects"
        )
      },
      success: Page(RunSummary),
      error: [Malformed, NotFound, Unavailable]
    })
      .annotate(Needs, "project:read")
      .annotateMerge(
        docs(
          "List runs",
          "Newest first, without their results. A run about anybody outside the reader's scope is " +
            "hidden; so are those of modules that are switched off."
        )
      ),
    HttpApiEndpoint.get("summary", "/summary", {
      params: project,
      success: RunCounts,
      error: [NotFound, Unavailable]
    })
      .annotate(Needs, "project:read")
      .annotateMerge(
        docs(
          "Count runs",
          "How many runs the list has by status, how many are kept of how many, how many end soon, whether the " +
            "queue of the project is full, how long ago a worker was heard of, and how it was in the last " +
            "minutes. Runs that the list hides are not counted."
        )
      ),
    HttpApiEndpoint.post("create", "/", {
      params: project,
      headers,
      payload: withExample(NewRun, january),
      success: Run.pipe(HttpApiSchema.status(201)),
      error: [NotFound, Invalid, TooMany, Unavailable]
    })
      .annotate(Needs, "analysis:run")
      .annotateMerge(
        docs(
          "Start a run",
          `Queued at once; poll the run, or follow \`run.updated\` of the live stream, which tells of its ` +
            `status, of every ten percent of its progress, and of its name. A project has ` +
            `at most five queued. ${parameterDocs}`
        )
      ),
    HttpApiEndpoint.get("estimate", "/estimate", {
      params: project,
      query: { module: Module.annotate({ description: "What would be computed" }), ...estimateMembers },
      success: Estimate,
      error: [NotFound, Invalid, TooMany, Unavailable]
    })
      .annotate(Needs, "analysis:run")
      .annotate(Costs, "estimates")
      .annotateMerge(
        docs(
          "Estimate a run",
          "What a run would read, beside every bound; 422 with the same under `estimate` when one is " +
            "crossed. The members of `parameters` as query parameters (a key repeated for a list, JSON " +
            "for an object), or all of them as JSON in `parameters`."
        )
      ),
    HttpApiEndpoint.get("fixesByWeek", "/fixes-by-week", {
      params: project,
      query: weekMembers,
      success: FixesByWeek,
      error: [NotFound, Invalid, TooMany, Unavailable]
    })
      .annotate(Needs, "analysis:run")
      .annotate(Costs, "estimates")
      .annotateMerge(
        docs("Count fixes by week", "What runs about the chosen subjects would read, to choose a period by.")
      ),
    HttpApiEndpoint.get("get", "/:run_id", { params, success: Run, error: [NotFound, Unavailable] })
      .annotate(Needs, "project:read")
      .annotateMerge(
        docs(
          "Read a run",
          "With its result once it is completed, and how long ago a worker was heard of while it is not over."
        )
      ),
    HttpApiEndpoint.patch("update", "/:run_id", {
      params,
      payload: RunChange,
      success: Run,
      error: [NotFound, Invalid, Forbidden, Unavailable]
    })
      .annotate(Needs, "project:read")
      .annotateMerge(
        docs(
          "Name a run",
          "A run with a name is kept; `null` lets it expire again. Your own needs `analysis:run`, " +
            "another's `project:write`."
        )
      ),
    HttpApiEndpoint.post("cancel", "/:run_id/cancel", {
      params,
      success: Run,
      error: [NotFound, Conflict, Forbidden, Unavailable]
    })
      .annotate(Needs, "project:read")
      .annotateMerge(
        docs(
          "Cancel a run",
          "A queued run ends at once, a running one within a second. 409 for one that is over. Your " +
            "own needs `analysis:run`, another's `project:write`."
        )
      ),
    HttpApiEndpoint.post("rerun", "/:run_id/rerun", {
      params,
      success: Run.pipe(HttpApiSchema.status(201)),
      error: [NotFound, Invalid, TooMany, Unavailable]
    })
      .annotate(Needs, "analysis:run")
      .annotateMerge(
        docs("Start a run again", "A new run with the same parameters, on the data as it is now.")
      ),
    HttpApiEndpoint.delete("remove", "/:run_id", { params, error: [NotFound, Forbidden, Unavailable] })
      .annotate(Needs, "project:read")
      .annotateMerge(
        docs(
          "Remove a run",
          "With its geometries; a running one is stopped. Your own needs `analysis:run`, another's " +
            "`project:write`."
        )
      ),
    HttpApiEndpoint.get("geometries", "/:run_id/geometries", {
      params,
      query: {
        kind: optionalParameter(Schema.Literals(geometryKinds), "Only shapes of this kind"),
        subject_id: optionalParameter(Uuid, "Only shapes of this subject"),
        limit: optionalParameter(
          IntegerInput(1, MAX_PAGE_GEOMETRIES, MAX_PAGE_GEOMETRIES),
          "Features of a page"
        ),
        cursor: optionalParameter(Schema.String, "next_cursor of the page before, with the same filter")
      },
      success: RunFeatures,
      error: [Malformed, NotFound, Unavailable]
    })
      .annotate(Needs, "project:read")
      .annotateMerge(
        docs("Read the shapes of a run", "Home ranges, hotspots, clusters and areas as GeoJSON.")
      ),
    HttpApiEndpoint.get("export", "/:run_id/export", {
      params,
      query: {
        what: Schema.Literals([
          "summary",
          "comparison",
          "areas",
          "timeline",
          "geometries",
          "document"
        ]).annotate({ description: "The part" }),
        format: Schema.Literals(exportFormats).annotate({ description: "The kind of file" })
      },
      success: HttpApiSchema.StreamUint8Array(),
      error: [NotFound, Conflict, Invalid, Unavailable]
    })
      .annotate(Needs, "project:read")
      .annotateMerge(
        docs(
          "Export a part of a result",
          "summary, comparison, areas and timeline as csv, xlsx or json; geometries as geojson or " +
            "json; document as json, xlsx or html: a report to read and print, complete in itself. 409 " +
            "while the run has no result."
        )
      )
  )
  .annotate(OpenApi.Title, "Analyses")
  .annotate(
    OpenApi.Description,
    "Movement ecology and grazing: runs, their results and shapes. Computed in a process of their " +
      "own, so that nothing else waits for them."
  )
  .prefix("/projects/:project_id/analyses") {}

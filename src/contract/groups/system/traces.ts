// Traces: the steps by which a record was processed, for people who ask why.
import * as Schema from "effect/Schema"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as OpenApi from "effect/http-api/OpenApi"
import { Resent } from "../../../domain/intake/Resent.ts"
import { ListedTrace, TracePage, traceKinds, traceStatuses } from "../../../domain/event/ProcessingTrace.ts"
import { Uuid } from "../../../domain/schemas.ts"
import { Needs } from "../../http/authorization.ts"
import { Conflict, Forbidden, Invalid, Malformed, NotFound, Unauthorized } from "../../http/errors.ts"
import { BooleanInput, Page, paged, optionalParameter, SearchText, timeRange } from "../../http/paging.ts"
import { docs } from "../../http/docs.ts"

const filter = {
  kind: optionalParameter(Schema.Literals(traceKinds), "Only traces of this kind"),
  status: optionalParameter(Schema.Literals(traceStatuses), "Only traces that ended so"),
  code: optionalParameter(Schema.String, "Only traces with this code"),
  device_id: optionalParameter(Uuid, "Only traces about this device"),
  entity_id: optionalParameter(Uuid, "Only traces about this entity"),
  rule_id: optionalParameter(Uuid, "Only traces of this rule"),
  q: optionalParameter(
    SearchText,
    "Only traces with this id, or of a device (by an external id too), entity, rule, event or code whose " +
      "name holds this"
  ),
  steps: optionalParameter(
    BooleanInput,
    "Whether each trace carries its steps; false is less to read. Standard: true"
  ),
  ...timeRange
}

/** Traces is the group of endpoints that list and read traces, and send an item again. */
export class Traces extends HttpApiGroup.make("traces")
  .add(
    HttpApiEndpoint.get("list", "/projects/:project_id/traces", {
      params: { project_id: Uuid },
      query: { ...paged, ...filter },
      success: Page(ListedTrace),
      error: [Malformed, Invalid]
    })
      .annotate(Needs, "traces:read")
      .annotateMerge(
        docs(
          "List traces",
          "What the program did with reports, rules, deliveries and analysis runs of a project, newest first. " +
            "What a data source of the project refused of a device that is not known belongs to no project " +
            "(`project_id` null): it is listed for members who see the whole project, and for server admins also " +
            "where the source is for no project."
        )
      ),
    HttpApiEndpoint.get("get", "/traces/:trace_id", {
      params: { trace_id: Uuid },
      query: {
        include: optionalParameter(Schema.Literal("payload"), "With the item as it came, where it is kept")
      },
      success: TracePage,
      error: NotFound
    })
      .annotate(Needs, "traces:read")
      .annotateMerge(
        docs(
          "Read a trace",
          "One trace, step by step, with what stands around it: steps that were not reached, how often the " +
            "same was told lately, the traces before and after it, how long it is kept."
        )
      ),
    HttpApiEndpoint.post("resend", "/traces/:trace_id/resend", {
      params: { trace_id: Uuid },
      success: Resent.pipe(HttpApiSchema.status(202)),
      error: [NotFound, Conflict, Invalid, Unauthorized, Forbidden]
    })
      .annotate(Needs, "devices:write")
      .annotateMerge(
        docs(
          "Send a refused report again",
          "Sends the kept copy of a refused report through intake again, once the cause is mended: a clock, a " +
            "configuration, a device that was not known. It is checked as if it came now, and nothing is stored " +
            "twice. `trace_id` is the new trace where it is refused again. A report of a device that is not known " +
            "is sent again by members who see every project of its source whole: 404 for others."
        )
      )
  )
  .annotate(OpenApi.Title, "Traces")
  .annotate(OpenApi.Description, "What the program did with something, for the person who asks why.") {}

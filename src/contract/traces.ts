// Traces: what the program did with something, for the person who asks why.
import * as Schema from "effect/Schema"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import { ProcessingTrace, traceKinds, traceStatuses } from "../domain/event/ProcessingTrace.ts"
import { Uuid } from "../domain/fields.ts"
import { Needs } from "./authorization.ts"
import { Invalid, Malformed, NotFound } from "./errors.ts"
import { Page, paged, timeRange } from "./paging.ts"

const filter = {
  kind: Schema.optionalKey(Schema.Literals(traceKinds)),
  status: Schema.optionalKey(Schema.Literals(traceStatuses)),
  code: Schema.optionalKey(Schema.String),
  device_id: Schema.optionalKey(Uuid),
  entity_id: Schema.optionalKey(Uuid),
  rule_id: Schema.optionalKey(Uuid),
  ...timeRange
}

export class Traces extends HttpApiGroup.make("traces").add(
  HttpApiEndpoint.get("list", "/projects/:project_id/traces", { params: { project_id: Uuid }, query: { ...paged, ...filter }, success: Page(ProcessingTrace), error: [Malformed, Invalid] })
    .annotate(Needs, "traces:read"),
  HttpApiEndpoint.get("get", "/traces/:trace_id", { params: { trace_id: Uuid }, success: ProcessingTrace, error: NotFound }).annotate(Needs, "traces:read")
) {}

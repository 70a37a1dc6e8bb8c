// Tools for traces: what the program did with a record, step by step.
import { Effect, Schema } from "effect"
import { Uuid } from "../../domain/schemas.ts"
import { traceKinds, traceStatuses } from "../../domain/event/ProcessingTrace.ts"
import type { Answer } from "../../contract/wire.ts"
import { Refused } from "../../api/http/InProcessApi.ts"
import { quoteUntrustedTexts, quoteUntrusted, quoteUntrustedOrNull, unquote } from "../untrustedText.ts"
import {
  idMember,
  pageMembers,
  pageOf,
  optionalMember,
  projectTool,
  type ProjectCall,
  rangeMembers
} from "../Tool.ts"

type Listed = Answer<"GET", "/projects/:project_id/traces">["items"][number]

const MAX_STEPS = 30

const headOf = (trace: Omit<Listed, "steps">, { links, local }: ProjectCall) => ({
  trace_id: trace.id,
  kind: trace.kind,
  status: trace.status,
  code: trace.code,
  started_at: trace.started_at,
  started_local: local(trace.started_at),
  duration_ms: trace.duration_ms,
  error: quoteUntrustedOrNull(trace.error),
  data_source: quoteUntrustedOrNull(trace.data_source_name),
  device:
    trace.device_id === null ? null : { id: trace.device_id, name: quoteUntrustedOrNull(trace.device_name) },
  entity:
    trace.entity_id === null ? null : { id: trace.entity_id, name: quoteUntrustedOrNull(trace.entity_name) },
  rule: trace.rule_id === null ? null : { id: trace.rule_id, name: quoteUntrustedOrNull(trace.rule_name) },
  event_id: trace.event_id,
  decisive: trace.decisive === null ? null : stepOf(trace.decisive),
  console: links.trace(trace.id)
})

const stepOf = ({ detail, name, status }: Listed["steps"][number]) => ({
  name: quoteUntrusted(name, 80),
  status,
  ...(detail === undefined ? {} : { detail: quoteUntrustedTexts(detail) })
})

/** The tool `search_traces`. */
export const searchTraces = projectTool(
  {
    name: "search_traces",
    title: "Search traces",
    description:
      "Finds traces: what the program did with a report of a device, a rule's evaluation, a delivery or a job, " +
      "newest first. Use it when something is missing or failed: kind ingest with status failed shows refused " +
      "reports, kind rule shows evaluations that fired or broke. get_trace has the steps.",
    needs: ["traces:read"]
  },
  {
    kind: optionalMember(Schema.Literals(traceKinds), "Only traces of this kind"),
    status: optionalMember(Schema.Literals(traceStatuses), "Only traces that ended so"),
    code: optionalMember(
      Schema.String.check(Schema.isMaxLength(100)),
      "Only traces with this code, such as DEVICE_NOT_FOUND"
    ),
    entity_id: optionalMember(Uuid, "Only traces about this entity"),
    device_id: optionalMember(Uuid, "Only traces about this device"),
    rule_id: optionalMember(Uuid, "Only traces of this rule"),
    q: optionalMember(
      Schema.String.check(Schema.isMinLength(1), Schema.isMaxLength(100)),
      "Only traces whose device, entity, rule, event or code has this in its name"
    ),
    ...rangeMembers,
    ...pageMembers
  },
  Effect.fnUntraced(function* (input, call) {
    const { code, device_id, entity_id, from, kind, q, rule_id, status, to } = input
    const { items, next_cursor } = yield* call.ask("GET", "/projects/:project_id/traces", {
      params: { project_id: call.project.id },
      query: {
        ...pageOf(input),
        steps: "false",
        code,
        device_id,
        entity_id,
        from,
        kind,
        rule_id,
        status,
        to,
        q: q === undefined ? undefined : unquote(q)
      }
    })
    return { traces: items.map((one) => headOf(one, call)), next_cursor }
  })
)

/** The tool `get_trace`. */
export const getTrace = projectTool(
  {
    name: "get_trace",
    title: "Read a trace",
    description:
      "Reads one trace step by step: what was done, how each step ended, what decided, which steps were not " +
      "reached, and how often the same happened lately (similar).",
    needs: ["traces:read"]
  },
  { trace_id: idMember("The trace, as search_traces and get_event give it") },
  Effect.fnUntraced(function* ({ trace_id }, call) {
    const trace = yield* call.ask("GET", "/traces/:trace_id", { params: { trace_id } })
    // the user may see traces of several projects, the client only those of this one
    if (trace.project_id !== call.project.id)
      return yield* new Refused({
        status: 404,
        code: "NOT_FOUND",
        detail: "There is no such record, or you may not see it.",
        errors: []
      })
    return {
      ...headOf(trace, call),
      steps: trace.steps.slice(0, MAX_STEPS).map(stepOf),
      steps_total: trace.steps.length,
      not_reached: trace.not_reached.map((name) => quoteUntrusted(name, 80)),
      similar: trace.similar,
      earlier: trace.earlier,
      later: trace.later,
      kept_until: trace.kept_until
    }
  })
)

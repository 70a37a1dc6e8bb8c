// What the program did with something, step by step.
import { Effect, Schema } from "effect"
import { Uuid } from "../../domain/fields.ts"
import { traceKinds, traceStatuses } from "../../domain/event/ProcessingTrace.ts"
import type { Answer } from "../../contract/wire.ts"
import { Refused } from "../../api/http/InProcessApi.ts"
import { marked, said, saidOr, unmarked } from "../marked.ts"
import { id, paged, pageOf, perhaps, projectTool, type ProjectCall, range } from "../Tool.ts"

type Listed = Answer<"GET", "/projects/:project_id/traces">["items"][number]

const STEPS = 30

const headOf = (trace: Omit<Listed, "steps">, { links, local }: ProjectCall) => ({
  trace_id: trace.id,
  kind: trace.kind,
  status: trace.status,
  code: trace.code,
  started_at: trace.started_at,
  started_local: local(trace.started_at),
  duration_ms: trace.duration_ms,
  error: saidOr(trace.error),
  data_source: saidOr(trace.data_source_name),
  device: trace.device_id === null ? null : { id: trace.device_id, name: saidOr(trace.device_name) },
  entity: trace.entity_id === null ? null : { id: trace.entity_id, name: saidOr(trace.entity_name) },
  rule: trace.rule_id === null ? null : { id: trace.rule_id, name: saidOr(trace.rule_name) },
  event_id: trace.event_id,
  decisive: trace.decisive === null ? null : stepOf(trace.decisive),
  console: links.trace(trace.id)
})

const stepOf = ({ detail, name, status }: Listed["steps"][number]) => ({
  name: said(name, 80),
  status,
  ...(detail === undefined ? {} : { detail: marked(detail) })
})

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
    kind: perhaps(Schema.Literals(traceKinds), "Only traces of this kind"),
    status: perhaps(Schema.Literals(traceStatuses), "Only traces that ended so"),
    code: perhaps(
      Schema.String.check(Schema.isMaxLength(100)),
      "Only traces with this code, such as DEVICE_NOT_FOUND"
    ),
    entity_id: perhaps(Uuid, "Only traces about this entity"),
    device_id: perhaps(Uuid, "Only traces about this device"),
    rule_id: perhaps(Uuid, "Only traces of this rule"),
    q: perhaps(
      Schema.String.check(Schema.isMinLength(1), Schema.isMaxLength(100)),
      "Only traces whose device, entity, rule, event or code has this in its name"
    ),
    ...range,
    ...paged
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
        q: q === undefined ? undefined : unmarked(q)
      }
    })
    return { traces: items.map((one) => headOf(one, call)), next_cursor }
  })
)

export const getTrace = projectTool(
  {
    name: "get_trace",
    title: "Read a trace",
    description:
      "Reads one trace step by step: what was done, how each step ended, what decided, which steps were not " +
      "reached, and how often the same happened lately (similar).",
    needs: ["traces:read"]
  },
  { trace_id: id("The trace, as search_traces and get_event give it") },
  Effect.fnUntraced(function* ({ trace_id }, call) {
    const trace = yield* call.ask("GET", "/traces/:trace_id", { params: { trace_id } })
    // a person may be in several projects; the client was let into this one
    if (trace.project_id !== call.project.id)
      return yield* new Refused({
        status: 404,
        code: "NOT_FOUND",
        detail: "There is no such record, or you may not see it.",
        errors: []
      })
    return {
      ...headOf(trace, call),
      steps: trace.steps.slice(0, STEPS).map(stepOf),
      steps_total: trace.steps.length,
      not_reached: trace.not_reached.map((name) => said(name, 80)),
      similar: trace.similar,
      earlier: trace.earlier,
      later: trace.later,
      kept_until: trace.kept_until
    }
  })
)

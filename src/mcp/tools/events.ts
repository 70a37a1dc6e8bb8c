// Tools for events: they find, read, verify and report them.
import { Effect, Schema } from "effect"
import { Uuid } from "../../domain/schemas.ts"
import { sourceKinds } from "../../domain/event/Event.ts"
import { severities } from "../../domain/rule/Document.ts"
import type { Answer } from "../../contract/wire.ts"
import {
  quoteAllTexts,
  quoteUntrustedTexts,
  quoteUntrusted,
  quoteUntrustedOrNull,
  unquote
} from "../untrustedText.ts"
import {
  idMember,
  momentMember,
  pageMembers,
  pageOf,
  optionalMember,
  projectTool,
  type ProjectCall,
  rangeMembers
} from "../Tool.ts"

type EventAnswer = Answer<"GET", "/projects/:project_id/events/:event_id">["event"]

const EVENT_DESCRIPTION = "The event, as query_events gives it"
const EventType = Schema.String.check(
  Schema.isPattern(/^[A-Z][A-Z0-9_]{1,63}$/u, { expected: "capitals, digits and _, such as WOLF_SEEN" })
)

/** Returns an event as all tools show it. */
export const eventOf = (event: EventAnswer, { links, local }: ProjectCall) => ({
  event_id: event.id,
  event_type: event.event_type,
  severity: event.severity,
  title: quoteUntrusted(event.title),
  time: event.time,
  time_local: local(event.time),
  entity:
    event.entity_id === null ? null : { id: event.entity_id, name: quoteUntrustedOrNull(event.entity_name) },
  device:
    event.device_id === null ? null : { id: event.device_id, name: quoteUntrustedOrNull(event.device_name) },
  source: { kind: event.source.kind, name: quoteUntrustedOrNull(event.source.name) },
  alert: event.alert,
  late: event.late,
  superseded: event.superseded,
  reminder: event.reminder,
  ended_at: event.ended_at,
  console: links.event(event.id)
})

/** The tool `query_events`. */
export const queryEvents = projectTool(
  {
    name: "query_events",
    title: "Query events",
    description:
      "Lists what happened in a project, newest first: told by rules (source kind rule), people, AI clients " +
      "(ai), devices and integrations. An event that needs a person has an alert with its status. Narrow by " +
      "time, entity, type or severity; last night is from yesterday evening to this morning in the " +
      "project's time zone. superseded events have been overtaken by late data: leave them out of counts.",
    needs: ["project:read"]
  },
  {
    entity_id: optionalMember(Uuid, "Only events of this entity"),
    device_id: optionalMember(Uuid, "Only events of this device"),
    rule_id: optionalMember(Uuid, "Only events of this rule"),
    event_type: optionalMember(EventType, "Only events of this type, such as GEOFENCE_EXIT"),
    severity: optionalMember(Schema.Literals(severities), "Only events of this severity"),
    source: optionalMember(Schema.Literals(sourceKinds), "Only events told by these"),
    has_alert: optionalMember(Schema.Boolean, "Only events with an alert, or only those without"),
    ...rangeMembers,
    ...pageMembers
  },
  Effect.fnUntraced(function* (input, call) {
    const { device_id, entity_id, event_type, from, has_alert, rule_id, severity, source, to } = input
    const { items, next_cursor } = yield* call.ask("GET", "/projects/:project_id/events/", {
      params: { project_id: call.project.id },
      query: {
        ...pageOf(input),
        device_id,
        entity_id,
        event_type,
        from,
        rule_id,
        severity,
        source,
        to,
        has_alert: has_alert === undefined ? undefined : has_alert ? "true" : "false"
      }
    })
    return { events: items.map((one) => eventOf(one, call)), next_cursor }
  })
)

/** The tool `get_event`. */
export const getEvent = projectTool(
  {
    name: "get_event",
    title: "Read an event",
    description:
      "Reads one event with what came of it: who acknowledged its alert and why, whether people were told " +
      "(deliveries), what it carries (context), where it was, and the trace that explains it. To learn why it " +
      "was raised, ask explain_event.",
    needs: ["project:read"]
  },
  { event_id: idMember(EVENT_DESCRIPTION) },
  Effect.fnUntraced(function* ({ event_id }, call) {
    const { alert, deliveries, event } = yield* call.ask("GET", "/projects/:project_id/events/:event_id", {
      params: { project_id: call.project.id, event_id }
    })
    return {
      ...eventOf(event, call),
      description: quoteUntrustedOrNull(event.description, 1000),
      geometry: event.geometry?.type === "Point" ? event.geometry : (event.geometry?.type ?? null),
      rule: event.rule_id === null ? null : { id: event.rule_id, version: event.rule_version },
      context: quoteAllTexts(event.context),
      sample_time: event.sample_time,
      sample_age_seconds: event.sample_age_seconds,
      snoozed: event.snoozed,
      duration_seconds: event.duration_seconds,
      trace_id: event.trace_id,
      alert:
        alert === null
          ? null
          : {
              id: alert.id,
              status: alert.status,
              steps: alert.steps.slice(-10).map(({ actor, at, from, note, to }) => ({
                at,
                from,
                to,
                by: { kind: actor.kind, name: quoteUntrustedOrNull(actor.name) },
                note: quoteUntrustedOrNull(note)
              }))
            },
      deliveries: deliveries
        .slice(0, 10)
        .map(({ error, status }) => ({ status, error: quoteUntrustedOrNull(error) }))
    }
  })
)

/** The tool `verify_event`. */
export const verifyEvent = projectTool(
  {
    name: "verify_event",
    title: "Verify an event",
    description:
      "Judges an event of a rule once more from the stored records, the exact version of the rule and the " +
      "areas of then. match: it comes out the same. data_changed: records were corrected or came later. " +
      "not_reproducible: neither, which is a defect. Nothing is changed.",
    needs: ["project:read"]
  },
  { event_id: idMember(`${EVENT_DESCRIPTION}; one whose source is a rule`) },
  Effect.fnUntraced(function* ({ event_id }, { ask, links, project }) {
    const { difference, result } = yield* ask("POST", "/projects/:project_id/events/:event_id/verify", {
      params: { project_id: project.id, event_id }
    })
    return {
      result,
      difference: difference.slice(0, 20).map(({ now, path, was }) => ({
        path,
        was: quoteUntrustedTexts(was),
        now: quoteUntrustedTexts(now)
      })),
      differences: difference.length,
      console: links.event(event_id)
    }
  })
)

/** The tool `create_event`. */
export const createEvent = projectTool(
  {
    name: "create_event",
    title: "Report an event",
    description:
      "Writes an event into the project, as told by you for the person who connected you: everybody in the " +
      "project sees it, with your name as its source. Use it only when that person asked for it. " +
      "create_alert true also calls for somebody to act, and may send messages to people. An event is never " +
      "deleted. The same request_key within a day makes no second event.",
    needs: ["events:write", "project:read"],
    effects: "adds"
  },
  {
    event_type: EventType.annotate({ description: "What kind of thing happened, such as WOLF_SEEN" }),
    title: Schema.String.check(
      Schema.isMaxLength(300),
      Schema.isPattern(/\S/u, { expected: "a text that is not blank" })
    ).annotate({ description: "One line for people" }),
    description: optionalMember(Schema.String.check(Schema.isMaxLength(2000)), "More, for people"),
    severity: optionalMember(Schema.Literals(severities), "info unless given"),
    time: Schema.optionalKey(momentMember("When it happened, RFC 3339; now unless given")),
    entity_id: optionalMember(Uuid, "The entity it is about"),
    device_id: optionalMember(Uuid, "The device it is about"),
    lon: optionalMember(
      Schema.Finite.check(Schema.isBetween({ minimum: -180, maximum: 180 })),
      "Where: longitude, degrees"
    ),
    lat: optionalMember(
      Schema.Finite.check(Schema.isBetween({ minimum: -90, maximum: 90 })),
      "Where: latitude, degrees"
    ),
    create_alert: optionalMember(Schema.Boolean, "true: somebody has to look at it"),
    request_key: optionalMember(
      Schema.String.check(Schema.isPattern(/^[\w.:-]{1,100}$/u, { expected: "letters, digits, _ . : -" })),
      "Any text of yours; send the same again when you do not know whether the first call arrived"
    )
  },
  Effect.fnUntraced(function* (input, call) {
    const {
      create_alert,
      description,
      device_id,
      entity_id,
      event_type,
      lat,
      lon,
      request_key,
      severity,
      time
    } = input
    const given = { create_alert, device_id, entity_id, severity, time }
    const event = yield* call.ask("POST", "/projects/:project_id/events/", {
      params: { project_id: call.project.id },
      headers: request_key === undefined ? {} : { "idempotency-key": request_key },
      body: {
        event_type,
        title: unquote(input.title),
        ...(description === undefined ? {} : { description: unquote(description) }),
        ...(lon === undefined || lat === undefined
          ? {}
          : { geometry: { type: "Point", coordinates: [lon, lat] } }),
        ...(Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as {
          [K in keyof typeof given]: NonNullable<(typeof given)[K]>
        })
      }
    })
    return { created: eventOf(event, call) }
  })
)

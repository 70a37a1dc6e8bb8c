// Tools that explain why a rule fired, and why it did not.
import { Effect } from "effect"
import { Uuid } from "../../domain/schemas.ts"
import type { Answer } from "../../contract/wire.ts"
import { quoteUntrustedTexts, quoteUntrusted, quoteUntrustedOrNull } from "../untrustedText.ts"
import {
  idMember,
  momentMember,
  pageMembers,
  pageOf,
  optionalMember,
  projectTool,
  type ProjectCall
} from "../Tool.ts"
import { eventOf } from "./events.ts"

type Evidence = Answer<"GET", "/projects/:project_id/events/:event_id/evidence">
type ReadingAnswer = NonNullable<Evidence["values"]>[number]
type Point = { readonly time: string; readonly value: number }
type Words = ReadonlyArray<{ readonly text: string }>

const sentenceOf = (words: Words | null): string | null =>
  words === null ? null : quoteUntrusted(words.map(({ text }) => text).join(""), 1000)

const readingOf = ({ label, limit, missing, op, path, truth, unit, value }: ReadingAnswer) => ({
  label: quoteUntrusted(label, 120),
  value: typeof value === "string" ? quoteUntrusted(value, 120) : value,
  op,
  limit,
  unit: quoteUntrustedOrNull(unit, 20),
  truth,
  path,
  ...(missing === undefined ? {} : { missing: quoteUntrusted(missing, 200) })
})

/** Summarizes a series: its value at the event, its highest and its lowest. */
const figuresOf = (points: ReadonlyArray<Point>, time: string) => {
  const before = points.filter((point) => point.time <= time)
  const extremeBy = (better: (a: Point, b: Point) => boolean) =>
    points.reduce<Point | null>((best, one) => (best === null || better(one, best) ? one : best), null)
  return {
    at_event: before.at(-1) ?? null,
    highest: extremeBy((a, b) => a.value > b.value),
    lowest: extremeBy((a, b) => a.value < b.value)
  }
}

/** Returns the version of a rule that made an event, with its document, which a client can change and test. */
const ruleOf = Effect.fnUntraced(function* (
  { ask, links, project }: ProjectCall,
  rule_id: string,
  version: number
) {
  const params = { project_id: project.id, rule_id }
  const [rule, { document }] = yield* Effect.all([
    ask("GET", "/projects/:project_id/rules/:rule_id", { params }),
    ask("GET", "/projects/:project_id/rules/:rule_id/versions/:version", {
      params: { ...params, version: String(version) }
    })
  ])
  return {
    rule_id,
    name: quoteUntrusted(rule.name),
    enabled: rule.enabled,
    version,
    current_version: rule.current_version,
    document: quoteUntrustedTexts(document),
    console: links.rule(rule_id)
  }
})

/** The tool `explain_event`. */
export const explainEvent = projectTool(
  {
    name: "explain_event",
    title: "Explain an event",
    description:
      "Why a rule told this event: what each of its conditions read beside its limit (conditions), the rule " +
      "in words (sentence) and as a document, how its figures went in the twelve hours before and after, how " +
      "far the animal was from the border of the area (distance), how good the fix was that decided (fix: its " +
      "accuracy, its satellites, the step to it), who else was near, and how often the same rule fired in " +
      "thirty days. A part that cannot be known is null, and reasons says why. The document can " +
      "be changed and given to test_rule.",
    needs: ["project:read"]
  },
  { event_id: idMember("The event, as query_events gives it") },
  Effect.fnUntraced(function* ({ event_id }, call) {
    const params = { project_id: call.project.id, event_id }
    const [{ event }, evidence] = yield* Effect.all([
      call.ask("GET", "/projects/:project_id/events/:event_id", { params }),
      call.ask("GET", "/projects/:project_id/events/:event_id/evidence", { params })
    ])
    const { distance, fix, moved_m, others, reasons, same_rule_30d, sentence, series, still_active, values } =
      evidence
    const isOfRule = event.rule_id !== null && event.rule_version !== null
    return {
      event: eventOf(event, call),
      sentence: sentenceOf(sentence),
      conditions: values === null ? null : values.slice(0, 20).map(readingOf),
      figures:
        series === null
          ? null
          : series.slice(0, 6).map(({ limit, metric, points, unit }) => ({
              metric,
              unit: quoteUntrustedOrNull(unit, 20),
              limit,
              ...figuresOf(points, event.time)
            })),
      distance:
        distance === null
          ? null
          : {
              feature: { id: distance.feature.id, name: quoteUntrusted(distance.feature.name) },
              unit: "m to its border, below zero inside",
              ...figuresOf(distance.points, event.time)
            },
      moved_m,
      fix,
      others:
        others === null
          ? null
          : others.slice(0, 5).map((other) => ({
              entity_id: other.entity.id,
              name: quoteUntrusted(other.entity.name),
              distance_m: other.distance_m,
              time: other.time
            })),
      same_rule_30d:
        same_rule_30d === null
          ? null
          : {
              count: same_rule_30d.count,
              newest: same_rule_30d.events.slice(0, 5).map(({ id: event_id, name, time }) => ({
                event_id,
                time,
                entity: quoteUntrustedOrNull(name)
              }))
            },
      still_active,
      reasons: quoteUntrustedTexts(reasons),
      rule: isOfRule ? yield* ruleOf(call, event.rule_id, event.rule_version) : null
    }
  })
)

type ExplainedRule = Answer<"GET", "/projects/:project_id/entities/:entity_id/explain">["rules"][number]

const explainedOf = (
  { conditions, event_ids, first_stop, group, nearest, rule, version, waits_until }: ExplainedRule,
  { links }: ProjectCall
) => ({
  rule: {
    id: rule.id,
    name: quoteUntrusted(rule.name),
    severity: rule.severity,
    enabled: rule.enabled,
    version,
    console: links.rule(rule.id)
  },
  group,
  event_ids,
  first_stop: first_stop === null ? null : { ...first_stop, detail: quoteUntrusted(first_stop.detail) },
  conditions: conditions.slice(0, 12).map(readingOf),
  waits_until,
  nearest
})

/** The tool `why_not`. */
export const whyNot = projectTool(
  {
    name: "why_not",
    title: "Explain why nothing happened",
    description:
      "Asks every rule of the project about one entity at one moment, and says which fired, which nearly did " +
      "(near), which waited for time to pass (waiting), which were not asked and which are not about it. " +
      "first_stop is the first thing that kept a rule from firing. Use it when somebody asks why there was no " +
      "alert. Nothing is changed.",
    needs: ["project:read"]
  },
  {
    entity_id: optionalMember(Uuid, "The entity asked about; give this or device_id"),
    device_id: optionalMember(Uuid, "The device asked about, where it is on no entity"),
    at: momentMember("The moment, RFC 3339"),
    ...pageMembers
  },
  Effect.fnUntraced(function* (input, call) {
    const { at, device_id, entity_id = "" } = input
    const { id: project_id } = call.project
    const query = { at, ...pageOf(input) }
    const found =
      device_id === undefined
        ? yield* call.ask("GET", "/projects/:project_id/entities/:entity_id/explain", {
            params: { project_id, entity_id },
            query
          })
        : yield* call.ask("GET", "/projects/:project_id/devices/:device_id/explain", {
            params: { project_id, device_id },
            query
          })
    return {
      subject: { ...found.subject, name: quoteUntrusted(found.subject.name) },
      at: found.at,
      at_local: call.local(found.at),
      summary: sentenceOf(found.summary),
      position: found.position,
      rules: found.rules.map((one) => explainedOf(one, call)),
      next_cursor: found.next_cursor,
      ...(device_id === undefined ? { console: call.links.whyNot(entity_id) } : {})
    }
  })
)

// Tool that tests rules on the past.
import { Effect, Schema } from "effect"
import { Uuid } from "../../domain/schemas.ts"
import type { Answer } from "../../contract/wire.ts"
import { Refused } from "../../api/http/InProcessApi.ts"
import { quoteUntrustedTexts, quoteUntrusted, unquote } from "../untrustedText.ts"
import { momentMember, optionalMember, projectTool, type ProjectCall } from "../Tool.ts"

type Result = Answer<"POST", "/projects/:project_id/rules/test-document">

const MAX_LISTED_EVENTS = 20
const MAX_COMPARED_EVENTS = 10
const Version = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 2_147_483_647 }))

/** `NOTHING_CHANGED_NOTE` is in every answer of a test. */
const NOTHING_CHANGED_NOTE =
  "This was a test on stored records: nothing was created, saved or enabled. No AI client can save or enable " +
  "a rule; a person with the permission rules:write does that in the console."

const eventsOf = (events: Result["events"], maxEvents: number, { local }: ProjectCall) =>
  events.slice(0, maxEvents).map((event) => ({
    time: event.time,
    time_local: local(event.time),
    subject: {
      entity_id: event.subject.entity_id,
      device_id: event.subject.device_id,
      name: quoteUntrusted(event.subject.name)
    },
    title: quoteUntrusted(event.title),
    reason: event.reason,
    would_create_alert: event.would_create_alert
  }))

/** Returns a document with all texts as they were before they were quoted. */
const unquoteAll = (value: unknown): unknown =>
  typeof value === "string"
    ? unquote(value)
    : Array.isArray(value)
      ? value.map(unquoteAll)
      : typeof value === "object" && value !== null
        ? Object.fromEntries(Object.entries(value).map(([key, one]) => [unquote(key), unquoteAll(one)]))
        : value

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const nothingToTest = new Refused({
  status: 422,
  code: "MISSING",
  detail: "Give document (a changed rule), or rule_id (a saved one).",
  errors: []
})

/** The tool `test_rule`. */
export const testRule = projectTool(
  {
    name: "test_rule",
    title: "Test a rule on the past",
    description:
      "Says which events a rule would have made in a stretch of the past. Give rule_id for a saved rule, or " +
      "document for a changed one: take the document of explain_event, change it, and name rule_id and " +
      "compare_with_version to see which events come (added), go (removed) and stay (unchanged). The schema of " +
      "documents is the resource pugmark://rules/schema. Nothing is created, saved or enabled; at most 50,000 " +
      "records are read, see truncated and covered_to.",
    needs: ["project:read"]
  },
  {
    from: momentMember("Beginning of the stretch, RFC 3339"),
    to: momentMember("End of the stretch, RFC 3339, not part of it"),
    document: optionalMember(
      Schema.Record(Schema.String, Schema.Unknown),
      "A rule document: trigger, conditions, event and so on"
    ),
    rule_id: optionalMember(Uuid, "The saved rule to test, or to compare the document with"),
    version: optionalMember(Version, "Of a saved rule: this version; the current one unless given"),
    compare_with_version: optionalMember(Version, "Also test this version of rule_id, and say what differs"),
    entity_ids: optionalMember(
      Schema.Array(Uuid).check(Schema.isMinLength(1), Schema.isMaxLength(100)),
      "Only these entities"
    )
  },
  Effect.fnUntraced(function* (input, call) {
    const { compare_with_version, document, entity_ids, from, rule_id, to, version } = input
    const { id: project_id } = call.project
    const span = { from, to, ...(entity_ids === undefined ? {} : { entity_ids }) }
    if (document === undefined && rule_id === undefined) return yield* nothingToTest
    const changed = unquoteAll(document)
    const found = isObject(changed)
      ? yield* call.ask("POST", "/projects/:project_id/rules/test-document", {
          params: { project_id },
          body: {
            ...span,
            document: changed,
            ...(rule_id === undefined || compare_with_version === undefined
              ? {}
              : { baseline: { rule_id, version: compare_with_version } })
          }
        })
      : yield* call.ask("POST", "/projects/:project_id/rules/:rule_id/test", {
          params: { project_id, rule_id: rule_id ?? "" },
          body: {
            ...span,
            ...(version === undefined ? {} : { version }),
            ...(compare_with_version === undefined ? {} : { baseline: { version: compare_with_version } })
          }
        })
    const { baseline, counts, covered_to, events, rows_read, total, truncated, truncated_by, warnings } =
      found
    return {
      total,
      counts,
      events: eventsOf(events, MAX_LISTED_EVENTS, call),
      ...(baseline === undefined
        ? {}
        : {
            compared: {
              totals: baseline.totals,
              counts_before: baseline.counts,
              added: eventsOf(baseline.added, MAX_COMPARED_EVENTS, call),
              removed: eventsOf(baseline.removed, MAX_COMPARED_EVENTS, call)
            }
          }),
      rows_read,
      truncated,
      truncated_by,
      covered_to,
      warnings: quoteUntrustedTexts(warnings),
      nothing_changed: NOTHING_CHANGED_NOTE,
      ...(rule_id === undefined ? {} : { console: call.links.rule(rule_id) })
    }
  })
)

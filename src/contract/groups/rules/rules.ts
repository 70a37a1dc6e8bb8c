// Rules: what should be noticed, as versioned documents.
import * as Schema from "effect/Schema"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as OpenApi from "effect/http-api/OpenApi"
import { Uuid } from "../../../domain/schemas.ts"
import { FEWER_RULES_REMEDY, MAX_RULES } from "../../../domain/rule/limits.ts"
import {
  AnyDocument,
  ListedRule,
  NewDocument,
  NewRule,
  RuleChange,
  RuleVersion,
  SavedDocument,
  SavedRule,
  SubjectState
} from "../../../domain/rule/SavedRule.ts"
import { BodyLimits, Costs, CostsWith, Needs } from "../../http/authorization.ts"
import { Forbidden, Invalid, Malformed, NotFound, Stale, TooMany, Unavailable } from "../../http/errors.ts"
import { BooleanInput, IntegerInput, Page, paged, optionalParameter, SearchText } from "../../http/paging.ts"
import { docs, withExample } from "../../http/docs.ts"
import { DraftCheck } from "../../schemas/draftCheck.ts"
import { RuleTemplate } from "../../schemas/ruleTemplate.ts"

const project = { project_id: Uuid }
const params = { ...project, rule_id: Uuid }
const version = {
  ...params,
  version: IntegerInput(1, 2_147_483_647).pipe(
    Schema.annotateEncoded({ description: "Number of the version" })
  )
}

const headers = {
  "if-match": optionalParameter(
    Schema.String,
    "The editions that may be overwritten: the ETag of the rule as it was read; without it, any"
  )
}

const lowBattery = {
  name: "Low battery",
  document: {
    trigger: { kind: "measurement", metric_key: "battery_voltage" },
    conditions: { type: "threshold", metric: "battery_voltage", op: "<", value: 3.4 },
    cooldown_seconds: 86_400,
    event: {
      event_type: "BATTERY_LOW",
      severity: "warning",
      title: "{entity}: battery at {value} V",
      create_alert: true
    }
  },
  enabled: true
}

/** A document of rules is small: what is larger was not written by people. */
const limits = { bytes: 1024 * 1024, depth: 32, nodes: 20_000 }

const DraftToCheck = Schema.Struct({ document: AnyDocument })

/** Rules is the group of endpoints that manage rules and their versions. */
export class Rules extends HttpApiGroup.make("rules")
  .add(
    HttpApiEndpoint.get("list", "/", {
      params: project,
      query: {
        ...paged,
        q: optionalParameter(
          SearchText,
          "A part of the name, the description, the sentence, a metric's key or the event type; capitals " +
            "do not matter"
        ),
        enabled: optionalParameter(BooleanInput, "Only those that are on, or off"),
        failing: optionalParameter(BooleanInput, "Only those whose evaluation failed last, or did not"),
        active: optionalParameter(BooleanInput, "Only those that are active for somebody, or for nobody"),
        entity_id: optionalParameter(Uuid, "Only those that are about this entity, as things are now"),
        archived: optionalParameter(BooleanInput, "The archived rules; without it the others"),
        include: optionalParameter(
          Schema.Literal("activity"),
          "What to tell beside each: its sentence, whom it covers, firings of seven days, snoozes"
        )
      },
      success: Page(ListedRule),
      error: Malformed
    })
      .annotate(Needs, "project:read")
      .annotateMerge(
        docs(
          "List rules",
          "What is to be noticed in a project, newest first, with the last failure and firing of each; with " +
            "`include=activity` also what each did lately."
        )
      ),
    HttpApiEndpoint.post("create", "/", {
      params: project,
      payload: withExample(NewRule, lowBattery),
      success: SavedDocument.pipe(HttpApiSchema.status(201)),
      error: Invalid
    })
      .annotate(Needs, "rules:write")
      .annotate(BodyLimits, limits)
      .annotateMerge(
        docs(
          "Make a rule",
          "Saves the document as version 1. A rule is disabled unless `enabled: true` is sent. " +
            "`warnings` names what is saved all the same and keeps the rule from being enabled, or is " +
            "probably not meant. " +
            `A project has at most ${MAX_RULES} rules that are not archived: beyond them 422 with the ` +
            `code \`RULE_LIMIT\`. ${FEWER_RULES_REMEDY}`
        )
      ),
    HttpApiEndpoint.get("templates", "/templates", {
      params: project,
      query: {
        ...paged,
        tried: optionalParameter(
          Schema.Literal("7d"),
          "Say beside each what it would have made of the last seven days; what was found is kept for ten " +
            "minutes, and asking counts as a rule test"
        )
      },
      success: Page(RuleTemplate),
      error: [Malformed, TooMany, Unavailable]
    })
      .annotate(Needs, "project:read")
      .annotate(Costs, "rule_tests")
      .annotate(CostsWith, "tried")
      .annotateMerge(
        docs(
          "List rule templates",
          "Documents to begin with: they are ready to be saved as they are, or changed. With `tried=7d` " +
            "each is tried on the project's own past, and nothing is created."
        )
      ),
    HttpApiEndpoint.post("check", "/check", {
      params: project,
      payload: withExample(DraftToCheck, { document: lowBattery.document }),
      success: DraftCheck,
      error: Invalid
    })
      .annotate(Needs, "project:read")
      .annotate(BodyLimits, limits)
      .annotateMerge(
        docs(
          "Check a draft",
          "What is wrong with a rule document, what it says as a sentence, and whom it is about. A document " +
            "with problems is answered too. Nothing of the past is read, and nothing is saved."
        )
      ),
    HttpApiEndpoint.get("schema", "/schema", {
      params: project,
      success: Schema.Record(Schema.String, Schema.Json)
    })
      .annotate(Needs, "project:read")
      .annotateMerge(
        docs(
          "Read the schema of rule documents",
          "JSON Schema 2020-12, one branch for each condition type: what an editor needs, and what a " +
            "document is refused by."
        )
      ),
    HttpApiEndpoint.get("get", "/:rule_id", { params, success: SavedRule, error: NotFound })
      .annotate(Needs, "project:read")
      .annotateMerge(
        docs(
          "Read a rule",
          "One rule with the document in force; its `ETag` goes into `If-Match` of a later write."
        )
      ),
    HttpApiEndpoint.patch("update", "/:rule_id", {
      params,
      headers,
      payload: RuleChange,
      success: SavedRule,
      error: [NotFound, Forbidden, Stale, Invalid]
    })
      .annotate(Needs, "rules:write")
      .annotateMerge(
        docs(
          "Change a rule",
          "Changes the name, the description, the switch, or which version is in force: back, too. " +
            "`archived: false` restores an archived rule; of any other change it is answered with 404. A " +
            "member with a scope changes rules that keep to it; for the others 403 `OUTSIDE_SCOPE`."
        )
      ),
    HttpApiEndpoint.delete("archive", "/:rule_id", { params, headers, error: [NotFound, Forbidden, Stale] })
      .annotate(Needs, "rules:write")
      .annotateMerge(
        docs(
          "Archive a rule",
          "The rule is disabled and listed only with `archived=true`. Its versions stay readable, because " +
            "events name them; changing it with `archived: false` restores it."
        )
      ),
    HttpApiEndpoint.put("saveDocument", "/:rule_id/document", {
      params,
      headers,
      payload: NewDocument,
      success: SavedDocument,
      error: [NotFound, Stale, Invalid]
    })
      .annotate(Needs, "rules:write")
      .annotate(BodyLimits, limits)
      .annotateMerge(
        docs(
          "Save a rule's document",
          "Makes the next version if the document differs from the one in force, and puts it in force " +
            "unless `activate: false` is sent. A version never changes. With `dry_run: true` nothing is saved, " +
            "and the answer says what saving would do, and what the rule would forget."
        )
      ),
    HttpApiEndpoint.get("versions", "/:rule_id/versions", {
      params,
      query: paged,
      success: Page(RuleVersion),
      error: [NotFound, Malformed]
    })
      .annotate(Needs, "project:read")
      .annotateMerge(docs("List a rule's versions", "Newest first.")),
    HttpApiEndpoint.get("version", "/:rule_id/versions/:version", {
      params: version,
      success: RuleVersion,
      error: NotFound
    })
      .annotate(Needs, "project:read")
      .annotateMerge(docs("Read a version of a rule", "One version by its number.")),
    HttpApiEndpoint.get("state", "/:rule_id/state", {
      params,
      query: paged,
      success: Page(SubjectState),
      error: [NotFound, Malformed]
    })
      .annotate(Needs, "project:read")
      .annotateMerge(
        docs(
          "Read what a rule remembers",
          "For each subject: whether the condition is active and since when, the last firing, and " +
            "when a hold in flight fires."
        )
      )
  )
  .annotate(OpenApi.Title, "Rules")
  .annotate(OpenApi.Description, "What is to be noticed, as versioned documents.")
  .prefix("/projects/:project_id/rules") {}

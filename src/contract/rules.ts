// Rules: what is to be noticed, as versioned documents.
import * as Schema from "effect/Schema"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import { Uuid } from "../domain/fields.ts"
import { NewDocument, NewRule, RuleChange, RuleVersion, SavedDocument, SavedRule, SubjectState } from "../domain/rule/SavedRule.ts"
import { BodyLimits, Needs } from "./authorization.ts"
import { Invalid, Malformed, NotFound, Stale } from "./errors.ts"
import { IntegerInput, Page, paged } from "./paging.ts"

const project = { project_id: Uuid }
const params = { ...project, rule_id: Uuid }
const version = { ...params, version: IntegerInput(1, 2_147_483_647) }

/** The editions a write may overwrite: the `ETag` of the rule as it was read; without it, any. */
const headers = { "if-match": Schema.optionalKey(Schema.String) }

const Preset = Schema.Struct({ key: Schema.String, name: Schema.String, document: Schema.Record(Schema.String, Schema.Json) }).annotate({ identifier: "RuleTemplate" })

/** A document of rules is small: what is larger was not written by people. */
const limits = { bytes: 1024 * 1024, depth: 32, nodes: 20_000 }

export class Rules extends HttpApiGroup.make("rules").add(
  HttpApiEndpoint.get("list", "/", { params: project, query: paged, success: Page(SavedRule), error: Malformed }).annotate(Needs, "project:read"),
  HttpApiEndpoint.post("create", "/", { params: project, payload: NewRule, success: SavedDocument.pipe(HttpApiSchema.status(201)), error: Invalid })
    .annotate(Needs, "rules:write").annotate(BodyLimits, limits),
  HttpApiEndpoint.get("templates", "/templates", { params: project, query: paged, success: Page(Preset), error: Malformed }).annotate(Needs, "project:read"),
  HttpApiEndpoint.get("schema", "/schema", { params: project, success: Schema.Record(Schema.String, Schema.Json) }).annotate(Needs, "project:read"),
  HttpApiEndpoint.get("get", "/:rule_id", { params, success: SavedRule, error: NotFound }).annotate(Needs, "project:read"),
  HttpApiEndpoint.patch("update", "/:rule_id", { params, headers, payload: RuleChange, success: SavedRule, error: [NotFound, Stale, Invalid] }).annotate(Needs, "rules:write"),
  HttpApiEndpoint.delete("archive", "/:rule_id", { params, headers, error: [NotFound, Stale] }).annotate(Needs, "rules:write"),
  HttpApiEndpoint.put("saveDocument", "/:rule_id/document", { params, headers, payload: NewDocument, success: SavedDocument, error: [NotFound, Stale, Invalid] })
    .annotate(Needs, "rules:write").annotate(BodyLimits, limits),
  HttpApiEndpoint.get("versions", "/:rule_id/versions", { params, query: paged, success: Page(RuleVersion), error: [NotFound, Malformed] }).annotate(Needs, "project:read"),
  HttpApiEndpoint.get("version", "/:rule_id/versions/:version", { params: version, success: RuleVersion, error: NotFound }).annotate(Needs, "project:read"),
  HttpApiEndpoint.get("state", "/:rule_id/state", { params, query: paged, success: Page(SubjectState), error: [NotFound, Malformed] }).annotate(Needs, "project:read")
).prefix("/projects/:project_id/rules") {}

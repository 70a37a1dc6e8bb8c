// Features: places with a shape.
import { Schema } from "effect"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import { Uuid } from "../domain/fields.ts"
import { Feature, FeatureChange, NewFeature } from "../domain/tracking/Feature.ts"
import { featureTypes } from "../domain/rule/Document.ts"
import { Needs } from "./authorization.ts"
import { Conflict, Invalid, Malformed, NotFound } from "./errors.ts"
import { Page, paged } from "./paging.ts"

const project = { project_id: Uuid }
const params = { ...project, feature_id: Uuid }

export class Features extends HttpApiGroup.make("features").add(
  HttpApiEndpoint.get("list", "/", { params: project, query: { ...paged, feature_type: Schema.optionalKey(Schema.Literals(featureTypes)) }, success: Page(Feature), error: Malformed }).annotate(Needs, "project:read"),
  HttpApiEndpoint.post("create", "/", { params: project, payload: NewFeature, success: Feature.pipe(HttpApiSchema.status(201)), error: Invalid }).annotate(Needs, "features:write"),
  HttpApiEndpoint.get("get", "/:feature_id", { params, success: Feature, error: NotFound }).annotate(Needs, "project:read"),
  HttpApiEndpoint.patch("update", "/:feature_id", { params, payload: FeatureChange, success: Feature, error: [NotFound, Invalid] }).annotate(Needs, "features:write"),
  HttpApiEndpoint.delete("remove", "/:feature_id", { params, error: [NotFound, Conflict] }).annotate(Needs, "features:write")
).prefix("/projects/:project_id/features") {}

// Features: places with a shape.
import { Schema } from "effect"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as OpenApi from "effect/http-api/OpenApi"
import { Uuid } from "../../domain/fields.ts"
import { Feature, FeatureChange, NewFeature } from "../../domain/tracking/Feature.ts"
import { featureTypes } from "../../domain/tracking/featureTypes.ts"
import { Needs } from "../http/authorization.ts"
import { Conflict, Invalid, Malformed, NotFound } from "../http/errors.ts"
import { Page, paged, perhaps } from "../http/paging.ts"
import { docs, withExample } from "../http/docs.ts"

const project = { project_id: Uuid }
const params = { ...project, feature_id: Uuid }

const lowerMeadow = {
  feature_type: "geofence",
  name: "Lower meadow",
  geometry: {
    type: "Polygon",
    coordinates: [
      [
        [10.5, 51.2],
        [10.52, 51.2],
        [10.52, 51.21],
        [10.5, 51.21],
        [10.5, 51.2]
      ]
    ]
  }
} as const

export class Features extends HttpApiGroup.make("features")
  .add(
    HttpApiEndpoint.get("list", "/", {
      params: project,
      query: { ...paged, feature_type: perhaps(Schema.Literals(featureTypes), "Only features of this type") },
      success: Page(Feature),
      error: Malformed
    })
      .annotate(Needs, "project:read")
      .annotateMerge(docs("List features", "Places with a shape, newest first.")),
    HttpApiEndpoint.post("create", "/", {
      params: project,
      payload: withExample(NewFeature, lowerMeadow),
      success: Feature.pipe(HttpApiSchema.status(201)),
      error: Invalid
    })
      .annotate(Needs, "features:write")
      .annotateMerge(
        docs(
          "Make a feature",
          "A place with a shape that rules and analyses ask about: a site, zone, geofence or route. " +
            "The geometry is GeoJSON; a circle is made of `attributes: {shape: 'circle', centre: [lon, " +
            "lat], radius_m}`."
        )
      ),
    HttpApiEndpoint.get("get", "/:feature_id", { params, success: Feature, error: NotFound })
      .annotate(Needs, "project:read")
      .annotateMerge(docs("Read a feature", "One feature by its id.")),
    HttpApiEndpoint.patch("update", "/:feature_id", {
      params,
      payload: FeatureChange,
      success: Feature,
      error: [NotFound, Invalid]
    })
      .annotate(Needs, "features:write")
      .annotateMerge(
        docs(
          "Change a feature",
          "Changes the members that are sent. Another shape counts `revision` up; rules judge by it " +
            "from then on."
        )
      ),
    HttpApiEndpoint.delete("remove", "/:feature_id", { params, error: [NotFound, Conflict] })
      .annotate(Needs, "features:write")
      .annotateMerge(docs("Remove a feature", "Refused while an enabled rule names it."))
  )
  .annotate(OpenApi.Title, "Features")
  .annotate(OpenApi.Description, "Places with a shape.")
  .prefix("/projects/:project_id/features") {}

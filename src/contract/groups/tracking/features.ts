// Features: places with a shape.
import { Schema } from "effect"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as OpenApi from "effect/http-api/OpenApi"
import { Uuid } from "../../../domain/schemas.ts"
import { Feature, FeatureChange, NewFeature } from "../../../domain/tracking/Feature.ts"
import { FeatureImport, FeaturesImported } from "../../../domain/tracking/FeatureImport.ts"
import {
  DEFAULT_PRESENCE_DAYS,
  FeaturePresence,
  MAX_PRESENCE_DAYS,
  MAX_PRESENCE_FIXES
} from "../../../domain/tracking/FeaturePresence.ts"
import { FeatureSummary } from "../../../domain/tracking/FeatureSummary.ts"
import { featureTypes } from "../../../domain/tracking/featureTypes.ts"
import { BodyLimits, Costs, Needs } from "../../http/authorization.ts"
import { Conflict, Invalid, Malformed, NotFound, Stale, TooMany } from "../../http/errors.ts"
import { BooleanInput, ifMatch, Page, paged, optionalParameter, timeRange } from "../../http/paging.ts"
import { docs, withExample } from "../../http/docs.ts"

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

/** Features is the group of endpoints that manage features and import them. */
export class Features extends HttpApiGroup.make("features")
  .add(
    HttpApiEndpoint.get("list", "/", {
      params: project,
      query: {
        ...paged,
        feature_type: optionalParameter(Schema.Literals(featureTypes), "Only features of this type")
      },
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
    HttpApiEndpoint.post("import", "/import", {
      params: project,
      query: {
        dry_run: optionalParameter(BooleanInput, "true: nothing is made, it is only said what would be")
      },
      payload: withExample(FeatureImport, {
        text: JSON.stringify({
          type: "FeatureCollection",
          features: [
            { type: "Feature", properties: { name: "Upper meadow" }, geometry: lowerMeadow.geometry }
          ]
        }),
        feature_type: "geofence"
      }),
      success: FeaturesImported,
      error: Invalid
    })
      .annotate(Needs, "features:write")
      .annotate(BodyLimits, { bytes: 8 * 1024 * 1024, depth: 4, nodes: 20 })
      .annotateMerge(
        docs(
          "Import features",
          "Makes a feature of each shape of a GeoJSON or KML file, all of them or, where one is invalid, none: " +
            "each is answered with what is wrong with it and where. A dry run makes none and answers the shapes that " +
            "would be kept. At most 1,000 shapes. What the file says of " +
            "a shape becomes its attributes, so that what was listed here comes back as it was."
        )
      ),
    HttpApiEndpoint.get("get", "/:feature_id", { params, success: Feature, error: NotFound })
      .annotate(Needs, "project:read")
      .annotateMerge(
        docs("Read a feature", "One feature by its id; its `ETag` goes into `If-Match` of a later write.")
      ),
    HttpApiEndpoint.get("summary", "/:feature_id/summary", {
      params,
      success: FeatureSummary,
      error: NotFound
    })
      .annotate(Needs, "project:read")
      .annotateMerge(
        docs(
          "Summarise a feature",
          "What stands beside the shape of one feature: its size on the ground, the rules that watch it and those " +
            "that watch others, the features that it shares ground with, and who changed it when."
        )
      ),
    HttpApiEndpoint.get("presence", "/:feature_id/presence", {
      params,
      query: timeRange,
      success: FeaturePresence,
      error: [NotFound, Invalid, TooMany]
    })
      .annotate(Needs, "project:read")
      .annotate(Costs, "estimates")
      .annotateMerge(
        docs(
          "Read who was in a feature",
          `The visits of each animal in a period of at most ${MAX_PRESENCE_DAYS} days, the last ` +
            `${DEFAULT_PRESENCE_DAYS} unless it says otherwise: valid fixes, as they were corrected, with the shape ` +
            "as it is now. A visit runs from the first fix inside to the last before one outside or a break. With " +
            `more than ${MAX_PRESENCE_FIXES} fixes in the period 422 \`INPUT_TOO_LARGE\`. It has the rate limit of ` +
            "estimates."
        )
      ),
    HttpApiEndpoint.patch("update", "/:feature_id", {
      params,
      headers: ifMatch("feature"),
      payload: FeatureChange,
      success: Feature,
      error: [NotFound, Stale, Invalid]
    })
      .annotate(Needs, "features:write")
      .annotateMerge(
        docs(
          "Change a feature",
          "Changes the members that are sent. Another shape counts `revision` up; rules judge by it " +
            "from then on."
        )
      ),
    HttpApiEndpoint.delete("remove", "/:feature_id", {
      params,
      headers: ifMatch("feature"),
      error: [NotFound, Conflict, Stale]
    })
      .annotate(Needs, "features:write")
      .annotateMerge(docs("Remove a feature", "Refused while an enabled rule names it."))
  )
  .annotate(OpenApi.Title, "Features")
  .annotate(OpenApi.Description, "Places with a shape.")
  .prefix("/projects/:project_id/features") {}

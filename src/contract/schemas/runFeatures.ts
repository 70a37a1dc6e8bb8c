// The shapes of a run, as GeoJSON.
import * as Schema from "effect/Schema"

/** RunFeatures is one page of the shapes of a run, as a GeoJSON feature collection. */
export const RunFeatures = Schema.Struct({
  type: Schema.Literal("FeatureCollection"),
  features: Schema.Array(
    Schema.Struct({
      type: Schema.Literal("Feature"),
      id: Schema.Int,
      geometry: Schema.Record(Schema.String, Schema.Json),
      properties: Schema.Record(Schema.String, Schema.Json)
    })
  ),
  next_cursor: Schema.NullOr(Schema.String)
}).annotate({ identifier: "AnalysisGeometries" })

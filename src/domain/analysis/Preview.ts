// Preview is what the small picture of a result is drawn of: a run of a list carries it instead of its result.
import * as Schema from "effect/Schema"
import { MAX_PREVIEW_BARS, MAX_PREVIEW_CORNERS, MAX_PREVIEW_OUTLINES } from "./previewBounds.ts"

const Outline = Schema.Struct({
  level: Schema.NullOr(Schema.Finite).annotate({
    description: "Of a home range its share of the use, 0 to 1; null: a convex polygon"
  }),
  corners: Schema.Array(Schema.Finite)
    .check(Schema.isMaxLength(2 * MAX_PREVIEW_CORNERS))
    .annotate({ description: "In pixels of the picture, x and y in turn" })
})

/** Preview is the data of a result's small picture. */
export const Preview = Schema.Union([
  Schema.Struct({
    kind: Schema.Literal("outlines"),
    outlines: Schema.Array(Outline).check(Schema.isMaxLength(MAX_PREVIEW_OUTLINES))
  }),
  Schema.Struct({
    kind: Schema.Literal("bars"),
    shares: Schema.Array(Schema.Finite)
      .check(Schema.isMaxLength(MAX_PREVIEW_BARS))
      .annotate({ description: "Use of the first areas by their hectares, of the greatest, 0 to 1" })
  })
]).annotate({ identifier: "AnalysisPreview" })
export type Preview = typeof Preview.Type

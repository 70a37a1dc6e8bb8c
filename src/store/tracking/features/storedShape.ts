// Checks and normalises the shape of a feature before it is stored.
import { Data, Effect } from "effect"
import {
  type Feature,
  type FeatureChange,
  type ShapeIssue,
  shapeOf
} from "../../../domain/tracking/Feature.ts"

/** InvalidGeometry means that the shape was refused. */
export class InvalidGeometry extends Data.TaggedError("InvalidGeometry")<{
  readonly issues: ReadonlyArray<ShapeIssue>
}> {}

/** Returns the geometry to store of a new feature. */
export const shape = (geometry: unknown, attributes: Readonly<Record<string, unknown>>) =>
  Effect.mapError(
    Effect.fromResult(shapeOf(geometry, attributes)),
    (issues) => new InvalidGeometry({ issues })
  )

/** Returns the geometry and attributes of a feature after a change of either. */
export const reshape = Effect.fnUntraced(function* (before: Feature, change: FeatureChange) {
  if (
    change.geometry !== undefined &&
    change.attributes === undefined &&
    before.attributes.shape === "circle"
  ) {
    return yield* new InvalidGeometry({
      issues: [
        {
          pointer: "/geometry",
          code: "CIRCLE",
          detail: "The feature is a circle: its attributes centre and radius_m make its geometry."
        }
      ]
    })
  }
  const attributes = change.attributes ?? before.attributes
  return { attributes, geometry: yield* shape(change.geometry ?? before.geometry, attributes) }
})

// Import of features from a file: its options, and the outcome for each shape.
import * as Schema from "effect/Schema"
import { Uuid } from "../schemas.ts"
import { MAX_RADIUS_M, MIN_RADIUS_M } from "../geo/circle.ts"
import { MAX_SYSTEM_CHARACTERS } from "../geo/systems/readSystem.ts"
import { isObject } from "../isObject.ts"
import type { NewFeature } from "./Feature.ts"
import { type FeatureType, featureTypes } from "./featureTypes.ts"

/** MAX_FILE_SHAPES is how many shapes one file has at most. */
export const MAX_FILE_SHAPES = 1000
const MAX_NAME_CHARACTERS = 200

/**
 * attributeTypes are the types that values of an attribute can be read as; a date is stored as text,
 * `2026-05-01`.
 */
const attributeTypes = ["number", "date", "text"] as const
/** AttributeType is the type of an attribute's values. */
export type AttributeType = (typeof attributeTypes)[number]

/** MAX_ATTRIBUTE_COLUMNS is how many attributes of a file are listed and can be given a type. */
export const MAX_ATTRIBUTE_COLUMNS = 100

/** Circles says how points become circles: all by one radius, or each by one of its attributes. */
export const Circles = Schema.Union([
  Schema.Struct({
    radius_m: Schema.Finite.check(
      Schema.isBetween({ minimum: MIN_RADIUS_M, maximum: MAX_RADIUS_M })
    ).annotate({
      description: "The radius of every circle in metres"
    })
  }),
  Schema.Struct({
    radius_attribute: Schema.String.check(Schema.isMinLength(1), Schema.isMaxLength(200)).annotate({
      description: "The attribute that holds each point's radius: metres, or a text with its unit (`0.5 km`)"
    })
  })
])
export type Circles = typeof Circles.Type

/** Options of an import, in addition to the contents of its file. */
const options = {
  system: Schema.optionalKey(
    Schema.String.check(Schema.isMinLength(1), Schema.isMaxLength(MAX_SYSTEM_CHARACTERS)).annotate({
      description:
        "The coordinate system of a GeoJSON file that names none, or a wrong one: an EPSG code " +
        "(`EPSG:32630`), or WKT or a PROJ text with its shift. Nothing is looked up: UTM (WGS 84, ETRS89, " +
        "NAD83, ...), Web Mercator and national systems are known by their codes"
    })
  ),
  attributes: Schema.optionalKey(
    Schema.Record(Schema.String, Schema.Literals(attributeTypes))
      .check(Schema.isMaxProperties(MAX_ATTRIBUTE_COLUMNS))
      .annotate({
        description:
          "What the values of attributes are, by their names, where that is another than is guessed: those " +
          "of GeoJSON stay as they are, those of KML are numbers where all of them are"
      })
  ),
  circles: Schema.optionalKey(
    Circles.annotate({
      description: "Makes a circle of each point; unless given, points stay points"
    })
  )
}

/** FeatureImport is a request to import a file of shapes. */
export const FeatureImport = Schema.Struct({
  text: Schema.String.check(Schema.isMinLength(1)).annotate({
    description: "The file as it is: GeoJSON (RFC 7946), or KML, which begins with <"
  }),
  ...options,
  feature_type: Schema.optionalKey(
    Schema.Literals(featureTypes).annotate({
      description:
        "What the shapes are whose file does not say it as `feature_type`; unless given, areas are zones, " +
        "lines routes, and points sites"
    })
  )
})
export type FeatureImport = typeof FeatureImport.Type

/** importStatuses are the outcomes of a shape. */
const importStatuses = ["created", "valid", "invalid", "left_out"] as const

const ImportedItem = Schema.Struct({
  index: Schema.Int.annotate({ description: "Its place in the file, from 0" }),
  id: Schema.NullOr(Uuid).annotate({ description: "The feature it became; null: none" }),
  name: Schema.String,
  feature_type: Schema.Literals(featureTypes).annotate({ description: "What it is, or would be" }),
  status: Schema.Literals(importStatuses).annotate({
    description:
      "`valid`: it would be made; it was not asked for, or others are invalid. `left_out`: it has no shape, " +
      "and hinders no other"
  }),
  code: Schema.NullOr(Schema.String).annotate({
    description: "Which rule is broken first, or `LEFT_OUT` where something of it is not taken; null: none"
  }),
  detail: Schema.NullOr(Schema.String),
  at: Schema.NullOr(Schema.Tuple([Schema.Finite, Schema.Finite])).annotate({
    description: "Where on the map it is broken, longitude and latitude; null: nowhere in particular"
  }),
  geometry: Schema.optionalKey(
    Schema.Json.annotate({
      description: "With `dry_run`: the shape that would be kept, GeoJSON; null: it is broken"
    })
  )
})
/** ImportedItem is the outcome of one shape. */
type ImportedItem = typeof ImportedItem.Type

/** The system that a file's coordinates were in. */
const Reprojected = Schema.Struct({
  name: Schema.String,
  accuracy_m: Schema.NullOr(Schema.Finite).annotate({
    description: "How exactly its shift to WGS 84 is known, metres; null: as its own text says it"
  })
})

/** An attribute of the shapes of a file. */
const AttributeColumn = Schema.Struct({
  name: Schema.String,
  type: Schema.Literals([...attributeTypes, "other"]).annotate({
    description:
      "What its values are kept as; `other`: yes and no, lists, objects, or several kinds, as they are"
  }),
  looks_like: Schema.Literals([...attributeTypes, "other"]).annotate({
    description: "What all of its values can be read as"
  }),
  count: Schema.Int.annotate({ description: "Shapes that have it" }),
  samples: Schema.Array(Schema.String)
})
/** AttributeColumn is an attribute of the shapes of a file. */
export type AttributeColumn = typeof AttributeColumn.Type

/** FeaturesImported is the answer: the outcome of each shape, and how the file was read. */
export const FeaturesImported = Schema.Struct({
  created: Schema.Int.annotate({ description: "All of them, or 0 where one is invalid" }),
  reprojected_from: Schema.NullOr(Reprojected).annotate({
    description: "The coordinate system of the file where it was none of WGS 84; null: it was"
  }),
  attributes: Schema.Array(AttributeColumn).annotate({
    description: `What the file says of its shapes, the first ${MAX_ATTRIBUTE_COLUMNS} attributes`
  }),
  points: Schema.Int.annotate({ description: "Points in the file, which may become circles" }),
  items: Schema.Array(ImportedItem)
}).annotate({
  identifier: "FeaturesImported",
  examples: [
    {
      created: 0,
      reprojected_from: { name: "EPSG:32630 (WGS 84 / UTM zone 30N)", accuracy_m: 0 },
      attributes: [{ name: "owner", type: "text", looks_like: "text", count: 1, samples: ["Smith"] }],
      points: 0,
      items: [
        {
          index: 0,
          id: null,
          name: "Lower meadow",
          feature_type: "geofence",
          status: "invalid",
          code: "RING_UNCLOSED",
          detail: "The ring is not closed: its last position must equal its first.",
          at: [10.5, 51.2]
        }
      ]
    }
  ]
})
export type FeaturesImported = typeof FeaturesImported.Type

/** FileShape is one shape of a file as it stands there. `id` is its GeoJSON id where it has no name. */
export interface FileShape {
  readonly geometry: unknown
  readonly properties: Readonly<Record<string, unknown>>
  readonly id?: unknown
  /** what of it is no part of the geometry, in words */
  readonly leftOut?: string
  /** why it cannot be taken, found before its geometry is judged */
  readonly trouble?: ShapeTrouble
}

/** A code and a sentence about one shape, which names the member. */
export interface ShapeTrouble {
  readonly code: string
  readonly detail: string
}

const isFeatureType = (value: unknown): value is FeatureType => featureTypes.some((type) => type === value)

const typeOf = (geometry: unknown): FeatureType => {
  const type = isObject(geometry) ? String(geometry["type"]) : ""
  return type.endsWith("Point") ? "site" : type.endsWith("LineString") ? "route" : "zone"
}

/** Returns the first member that is a name. */
const nameOf = ({ id, properties }: FileShape, index: number): string => {
  const { Name, name, title } = properties
  const said = [name, Name, title, id]
    .map((value) => (typeof value === "string" || typeof value === "number" ? String(value).trim() : ""))
    .find((text) => text !== "")
  return Array.from(said ?? `Shape ${index + 1}`)
    .slice(0, MAX_NAME_CHARACTERS)
    .join("")
}

/**
 * Returns the feature that a shape of a file would be. All of its members but name and type become its
 * attributes; `wanted` is its type where the file has none.
 */
export const featureOf = (shape: FileShape, index: number, wanted: FeatureType | undefined): NewFeature => {
  const { feature_type, name: _, Name: __, ...attributes } = shape.properties
  return {
    name: nameOf(shape, index),
    feature_type: isFeatureType(feature_type) ? feature_type : (wanted ?? typeOf(shape.geometry)),
    // of the file's own JSON, or made of its numbers; what is no geometry is refused as one
    geometry: (shape.geometry ?? null) as Schema.Json,
    attributes: attributes as Readonly<Record<string, Schema.Json>>
  }
}

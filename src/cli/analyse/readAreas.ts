// Pastures from a GeoJSON file, judged as the API judges them.
import { Effect, Result } from "effect"
import { readFile } from "node:fs/promises"
import { judgeAreas } from "../../domain/analysis/judgeAreas.ts"
import type { ChosenArea } from "../../domain/analysis/Tracks.ts"
import { checkGeometry } from "../../domain/geo/validity.ts"
import { CommandFailed } from "../outcome.ts"
import { tableError } from "../table/Table.ts"

interface Feature {
  readonly id?: string | number
  readonly geometry?: unknown
  readonly properties?: Readonly<Record<string, unknown>> | null
}

const featuresOf = (value: unknown): ReadonlyArray<Feature> | null => {
  if (typeof value !== "object" || value === null) return null
  if ("features" in value && Array.isArray(value.features)) return value.features as ReadonlyArray<Feature>
  return "geometry" in value ? [value] : null
}

/** Numbers among the properties. */
const numbersOf = (properties: Feature["properties"]): Readonly<Record<string, number>> =>
  Object.fromEntries(
    Object.entries(properties ?? {}).filter(
      (entry): entry is [string, number] => typeof entry[1] === "number"
    )
  )

/**
 * Reads the polygons of a FeatureCollection; their names, made different where need be, are their ids. An
 * area that cannot be grazed fails with its name and what is wrong.
 */
export const readAreas = (file: string): Effect.Effect<ReadonlyArray<ChosenArea>, CommandFailed> =>
  Effect.gen(function* () {
    const text = yield* Effect.tryPromise({ try: () => readFile(file, "utf8"), catch: tableError(file) })
    const parsed = Result.try(() => JSON.parse(text) as unknown)
    const features = Result.isSuccess(parsed) ? featuresOf(parsed.success) : null
    if (features === null || features.length === 0)
      return yield* new CommandFailed({ message: `${file} is no GeoJSON with features` })
    const named = features.map(({ geometry, id, properties }, at) => {
      const name = properties?.["name"] ?? properties?.["Name"] ?? id ?? `Area ${at + 1}`
      return {
        id: String(at),
        name: typeof name === "string" ? name : JSON.stringify(name),
        feature_type: "zone",
        geometry,
        attributes: numbersOf(properties)
      }
    })
    const { refused } = judgeAreas(
      named.map((f) => f.id),
      named
    )
    if (refused.length > 0)
      return yield* new CommandFailed({
        message: refused.map(({ detail }) => `${file}: ${detail}`).join("\n")
      })
    return named.flatMap(({ attributes, geometry, name: said }, at): ReadonlyArray<ChosenArea> => {
      const shape = Result.getOrThrow(checkGeometry(geometry)) // judged above
      const before = named.slice(0, at).filter((other) => other.name === said).length
      const name = before === 0 ? said : `${said} (${before + 1})`
      return shape.type === "Polygon" || shape.type === "MultiPolygon"
        ? [{ id: name, name, geometry: shape, attributes }]
        : []
    })
  })

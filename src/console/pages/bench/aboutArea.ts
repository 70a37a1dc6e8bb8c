// A template of a rule with one area and the types of its animals filled in.
import { isObject, type Json, type JsonObject } from "./document.ts"

/** Returns a condition that names an area instead of a kind of areas; others stay as they are. */
const naming = (node: Json | undefined, areaId: string): Json | undefined => {
  if (Array.isArray(node)) return (node as ReadonlyArray<Json>).map((one) => naming(one, areaId) ?? null)
  if (!isObject(node)) return node
  if (node["type"] === "spatial") {
    const { feature_type: _, ...rest } = node
    return { ...rest, feature_ids: [areaId] }
  }
  return Object.fromEntries(
    Object.entries(node).map(([member, value]) => [
      member,
      member === "all" || member === "any" || member === "not" ? (naming(value, areaId) ?? null) : value
    ])
  )
}

/** aboutArea returns a document about one area, for animals of these types; without types for all. */
export const aboutArea = (
  document: JsonObject,
  areaId: string,
  typeIds: ReadonlyArray<string>
): JsonObject => ({
  ...document,
  scope: typeIds.length === 0 ? {} : { entity_type_ids: [...typeIds] },
  conditions: naming(document["conditions"], areaId) ?? {}
})

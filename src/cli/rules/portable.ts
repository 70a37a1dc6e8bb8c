// Rule documents between projects: ids become names on the way out, and the ids of their namesakes on the way
// in.
import { Result } from "effect"
import type { Inventory } from "../../client/readProject.ts"
import type { CanonicalDocument } from "../../domain/rule/Document.ts"
import { selectionsIn } from "../../domain/rule/leaves.ts"
import { parseDocument } from "../../domain/rule/parse.ts"
import { references } from "../../domain/rule/references.ts"
import type { NamedReference } from "./ruleFile.ts"

const documentOf = (input: unknown): CanonicalDocument | null => {
  const parsed = parseDocument(input)
  return Result.isSuccess(parsed) ? parsed.success.document : null
}

/** Returns every thing of a project by kind, with the name a file calls it by. */
const things = (
  inventory: Inventory
): Readonly<
  Record<NamedReference["kind"], ReadonlyArray<{ readonly id: string; readonly name: string }>>
> => ({
  feature: inventory.features,
  entity: inventory.entities,
  group: inventory.groups,
  entity_type: inventory.entityTypes.map(({ id, key }) => ({ id, name: key })),
  device: inventory.devices
})

/** Returns the names of the ids a document mentions. */
export const namesOf = (document: unknown, inventory: Inventory): ReadonlyArray<NamedReference> => {
  const read = documentOf(document)
  if (read === null) return []
  const all = things(inventory)
  const named = references(read).flatMap(({ id, kind }) => {
    const name = all[kind].find((t) => t.id === id)?.name
    return name === undefined ? [] : [{ id, kind, name }]
  })
  return [...new Map(named.map((n) => [n.id, n])).values()]
}

/** Returns the features a document looks at. */
export const featuresOf = (document: unknown, { features }: Inventory) => {
  const read = documentOf(document)
  if (read === null) return []
  const candidates = features.map((f) => ({
    id: f.id,
    name: f.name,
    featureType: f.feature_type,
    revision: f.revision,
    changedAt: 0
  }))
  const wanted = new Set(selectionsIn(read.conditions).flatMap((select) => [...select(candidates).keys()]))
  return features
    .filter((f) => wanted.has(f.id))
    .map(({ attributes, feature_type, geometry, id, name }) => ({
      id,
      name,
      feature_type,
      geometry,
      attributes
    }))
}

/**
 * Returns a document with the ids of this project, and the names of which there is no or more than one
 * namesake.
 */
export const localised = (document: unknown, names: ReadonlyArray<NamedReference>, inventory: Inventory) => {
  const all = things(inventory)
  const ids = new Map<string, string>(),
    missing: Array<NamedReference> = []
  for (const reference of names) {
    const { id, kind, name } = reference
    if (all[kind].some((t) => t.id === id)) continue
    const namesakes = all[kind].filter((t) => t.name === name)
    if (namesakes.length === 1) ids.set(id, namesakes[0]!.id)
    else missing.push(reference)
  }
  const translate = (value: unknown): unknown =>
    typeof value === "string"
      ? (ids.get(value) ?? value)
      : Array.isArray(value)
        ? value.map(translate)
        : value !== null && typeof value === "object"
          ? Object.fromEntries(Object.entries(value).map(([key, v]) => [key, translate(v)]))
          : value
  return { document: translate(document), missing }
}

// The configurable part of an adapter: values that a source's configuration says where to find, put over what
// the adapter found itself.
import type { FieldMap } from "../../tracking/SourceConfig.ts"
import { at, objectAt } from "./json.ts"
import type { JsonObject } from "../../isObject.ts"
import { isQuantity, quantityOf } from "../scalars/quantities.ts"
import { readNumber } from "../scalars/readNumber.ts"
import { scaled } from "../scalars/scaled.ts"

/** Returns a value of the payload times its factor; a time keeps all of its digits. */
const byFactor = (target: string, key: string | undefined, raw: unknown, factor: number): unknown => {
  if (target === "time") {
    const number = readNumber(raw)
    return typeof number === "number" ? number * factor : raw
  }
  return scaled(isQuantity(target) ? target : key === undefined ? null : quantityOf(key), raw, factor)
}

/** Returns the item with what `fields` find in the payload; a path that leads nowhere changes nothing. */
export const mapFields = (item: JsonObject, payload: unknown, fields: FieldMap | undefined): JsonObject => {
  if (fields === undefined) return item
  const mapped: Record<string, unknown> = { ...item }
  const parts: Record<"measurements" | "state", Record<string, unknown>> = {
    measurements: { ...objectAt(item, "measurements") },
    state: { ...objectAt(item, "state") }
  }
  for (const [target, field] of Object.entries(fields)) {
    const { factor, path } = typeof field === "string" ? { path: field, factor: 1 } : field
    const raw = at(payload, path)
    if (raw === undefined || raw === null) continue
    const [, part, key] = /^(measurements|state)\.(.+)$/u.exec(target) ?? []
    const value = factor === 1 ? raw : byFactor(target, key, raw, factor)
    if (part === undefined || key === undefined) mapped[target] = value
    else parts[part as keyof typeof parts][key] = value // one of the two that the pattern names
  }
  for (const [part, members] of Object.entries(parts))
    if (Object.keys(members).length > 0) mapped[part] = members
  return mapped
}

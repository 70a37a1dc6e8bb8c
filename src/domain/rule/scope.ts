// Which subjects a rule applies to: OR inside a key, AND between keys, `{}` for every subject of the project.
import type { Reporter, Route } from "../hearing/Hearing.ts"
import type { Scope } from "./Document.ts"

/** A device on an entity by its assignments; `[from, to)`, epoch ms. */
export interface Worn extends Reporter {
  readonly id: string
  readonly name: string
}

/** Who a subject is, as scopes and titles ask. */
export interface Who {
  readonly entity: {
    readonly id: string
    readonly name: string
    readonly typeId: string
    /** its group and the groups above */
    readonly groupIds: ReadonlyArray<string>
    /** absent: nothing is known but the device it was seen by */
    readonly worn?: ReadonlyArray<Worn>
  } | null
  readonly device: {
    readonly id: string
    readonly name: string
    /** by which ways it reports; absent: it pushes to the API */
    readonly routes?: ReadonlyArray<Route> | undefined
  }
}

/**
 * A device without an entity is a subject under `{}` and under `device_ids`; keys that speak of entities
 * never match it. An entity may carry several devices: under `device_ids` each record is asked whose it is
 * (`isTriggeredBy`), and each tick what is worn (`wornOf`).
 */
export const isInScope = (scope: Scope, who: Who): boolean =>
  (scope.entity_ids === undefined || (who.entity !== null && scope.entity_ids.includes(who.entity.id))) &&
  (scope.entity_type_ids === undefined ||
    (who.entity !== null && scope.entity_type_ids.includes(who.entity.typeId))) &&
  (scope.group_ids === undefined ||
    (who.entity !== null && who.entity.groupIds.some((g) => scope.group_ids!.includes(g)))) &&
  (scope.device_ids === undefined || who.entity !== null || scope.device_ids.includes(who.device.id))

/**
 * The device for which a tick asks about a subject, of those that a scope names: one that it wears at that
 * moment, whichever of its devices reported last; of several always the same. null: it wears none of them.
 */
export const wornOf = (
  devices: ReadonlySet<string>,
  { device, entity }: Who,
  at: number
): Who["device"] | null => {
  if (entity?.worn === undefined) return devices.has(device.id) ? device : null
  let first: Worn | null = null
  for (const w of entity.worn)
    if (devices.has(w.id) && w.from <= at && at < w.to && (first === null || w.id < first.id)) first = w
  return first === null ? null : first.id === device.id ? device : { id: first.id, name: first.name }
}

/** The devices that report for a subject: those it wears and wore, or the device that it is. */
export const reportersOf = ({ device, entity }: Who): ReadonlyArray<Reporter> =>
  entity?.worn === undefined || entity.worn.length === 0
    ? [{ routes: device.routes, from: -Infinity, to: Infinity }]
    : entity.worn

/**
 * A subject's type and groups as text: equal where scopes that speak of them cannot tell the difference. ""
 * of a bare device.
 */
export const scopeKeyOf = ({ entity }: Who): string =>
  entity === null ? "" : JSON.stringify([entity.typeId, ...[...entity.groupIds].sort()])

/** The subject with the type and groups of then; with "" as it is. */
export const withScopeKey = (who: Who, scopeKey: string): Who => {
  if (who.entity === null || scopeKey === "") return who
  // scopeKeyOf wrote it
  const [typeId, ...groupIds] = JSON.parse(scopeKey) as [string, ...ReadonlyArray<string>]
  return { ...who, entity: { ...who.entity, typeId, groupIds } }
}

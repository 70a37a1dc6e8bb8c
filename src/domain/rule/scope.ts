// Which subjects a rule applies to: OR inside a key, AND between keys, `{}` for every subject of the project.
import type { Reporter, Route } from "../hearing/Hearing.ts"
import type { Scope } from "./Document.ts"

/** WornDevice is a device on an entity by its assignments; `[from, to)`, epoch ms. */
export interface WornDevice extends Reporter {
  readonly id: string
  readonly name: string
}

/** Who describes a subject for scopes and titles. */
export interface Who {
  readonly entity: {
    readonly id: string
    readonly name: string
    readonly typeId: string
    /** its group and the groups above */
    readonly groupIds: ReadonlyArray<string>
    /** absent: only the device that reported is known */
    readonly worn?: ReadonlyArray<WornDevice>
  } | null
  readonly device: {
    readonly id: string
    readonly name: string
    /** the ways by which it reports; absent: it pushes to the API */
    readonly routes?: ReadonlyArray<Route> | undefined
  }
}

/**
 * Whether a subject is in a scope. A device without an entity is in `{}` and in `device_ids`, never in keys
 * about entities. An entity may carry several devices: under `device_ids` each record is checked for its
 * device (`isTriggeredBy`), and each tick for what is worn (`wornDeviceAt`).
 */
export const isInScope = (scope: Scope, who: Who): boolean =>
  (scope.entity_ids === undefined || (who.entity !== null && scope.entity_ids.includes(who.entity.id))) &&
  (scope.entity_type_ids === undefined ||
    (who.entity !== null && scope.entity_type_ids.includes(who.entity.typeId))) &&
  (scope.group_ids === undefined ||
    (who.entity !== null && who.entity.groupIds.some((g) => scope.group_ids!.includes(g)))) &&
  (scope.device_ids === undefined || who.entity !== null || scope.device_ids.includes(who.device.id))

/**
 * Returns the device for which a tick asks about a subject, of those that a scope names: one that it wears at
 * that moment, whichever of its devices reported last; of several always the same. null: it wears none of
 * them.
 */
export const wornDeviceAt = (
  devices: ReadonlySet<string>,
  { device, entity }: Who,
  at: number
): Who["device"] | null => {
  if (entity?.worn === undefined) return devices.has(device.id) ? device : null
  let first: WornDevice | null = null
  for (const w of entity.worn)
    if (devices.has(w.id) && w.from <= at && at < w.to && (first === null || w.id < first.id)) first = w
  return first === null ? null : first.id === device.id ? device : { id: first.id, name: first.name }
}

/** Returns the devices that report for a subject: those it wears and wore, or the device that it is. */
export const reportersOf = ({ device, entity }: Who): ReadonlyArray<Reporter> =>
  entity?.worn === undefined || entity.worn.length === 0
    ? [{ routes: device.routes, from: -Infinity, to: Infinity }]
    : entity.worn

/**
 * Returns a subject's type and groups as text: equal for subjects that scopes without ids cannot tell apart.
 * "" for a bare device.
 */
export const scopeKeyOf = ({ entity }: Who): string =>
  entity === null ? "" : JSON.stringify([entity.typeId, ...[...entity.groupIds].sort()])

/** Returns the subject with the type and groups of a scope key; with "" as it is. */
export const withScopeKey = (who: Who, scopeKey: string): Who => {
  if (who.entity === null || scopeKey === "") return who
  // scopeKeyOf wrote it
  const [typeId, ...groupIds] = JSON.parse(scopeKey) as [string, ...ReadonlyArray<string>]
  return { ...who, entity: { ...who.entity, typeId, groupIds } }
}

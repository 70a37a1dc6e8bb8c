// Which subjects a rule applies to: OR inside a key, AND between keys, `{}` for every subject of the project.
import type { Scope } from "./Document.ts"

/** Who a subject is, as scopes and titles ask. */
export interface Who {
  readonly entity: { readonly id: string; readonly name: string; readonly typeId: string; /** its group and the groups above */ readonly groupIds: ReadonlyArray<string> } | null
  readonly device: { readonly id: string; readonly name: string }
}

/**
 * A device without an entity is a subject under `{}` and under `device_ids`; keys that speak of entities never match it. An entity may
 * carry several devices: under `device_ids` each record is asked whose it is (`isTriggeredBy`).
 */
export const isInScope = (scope: Scope, who: Who): boolean =>
  (scope.entity_ids === undefined || (who.entity !== null && scope.entity_ids.includes(who.entity.id))) &&
  (scope.entity_type_ids === undefined || (who.entity !== null && scope.entity_type_ids.includes(who.entity.typeId))) &&
  (scope.group_ids === undefined || (who.entity !== null && who.entity.groupIds.some((g) => scope.group_ids!.includes(g)))) &&
  (scope.device_ids === undefined || who.entity !== null || scope.device_ids.includes(who.device.id))

/** A subject's type and groups as text: equal where scopes that speak of them cannot tell the difference. "" of a bare device. */
export const standingOf = ({ entity }: Who): string => entity === null ? "" : JSON.stringify([entity.typeId, ...[...entity.groupIds].sort()])

/** The subject as it stood then; with "" as it stands. */
export const withStanding = (who: Who, standing: string): Who => {
  if (who.entity === null || standing === "") return who
  const [typeId, ...groupIds] = JSON.parse(standing) as [string, ...ReadonlyArray<string>] // standingOf wrote it
  return { ...who, entity: { ...who.entity, typeId, groupIds } }
}

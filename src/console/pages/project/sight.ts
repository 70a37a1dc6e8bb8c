// What a member sees of a project, in words.
import { words } from "../../../words/language.ts"

interface Scope {
  readonly groups: ReadonlyArray<string>
  readonly entities: ReadonlyArray<string>
  readonly devices: ReadonlyArray<string>
}

/** `all of it`, or the content of a scope: groups by name, other kinds by count. */
export const sightOf = (
  scope: Scope | null,
  names: ReadonlyMap<string, string>,
  word: { readonly one: string; readonly many: string }
): string => {
  if (scope === null) return words.project.sight.all
  const [entities, devices] = [scope.entities.length, scope.devices.length]
  const seen = [
    ...scope.groups.map((id) => names.get(id) ?? words.project.sight.group),
    ...(entities === 0 ? [] : [words.project.sight.entities({ count: entities, word })]),
    ...(devices === 0 ? [] : [words.project.sight.devices({ count: devices })])
  ]
  return seen.join(", ") || words.project.sight.nothing
}

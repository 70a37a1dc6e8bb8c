// What of a project a member sees, in words.

interface Scope {
  readonly groups: ReadonlyArray<string>
  readonly entities: ReadonlyArray<string>
  readonly devices: ReadonlyArray<string>
}

const counted = (n: number, { many, one }: { readonly one: string; readonly many: string }) =>
  n === 0 ? [] : [`${n} ${n === 1 ? one : many}`]

/** `all of it`, or what a scope holds: groups by their names, the others counted. */
export const sightOf = (
  scope: Scope | null,
  names: ReadonlyMap<string, string>,
  word: { readonly one: string; readonly many: string }
): string => {
  if (scope === null) return "all of it"
  const parts = [
    ...scope.groups.map((id) => names.get(id) ?? "a group"),
    ...counted(scope.entities.length, word),
    ...counted(scope.devices.length, { one: "device", many: "devices" })
  ]
  return parts.join(", ") || "nothing"
}

// What a member sees of a project, in words.

interface Scope {
  readonly groups: ReadonlyArray<string>
  readonly entities: ReadonlyArray<string>
  readonly devices: ReadonlyArray<string>
}

const counted = (n: number, { many, one }: { readonly one: string; readonly many: string }) =>
  n === 0 ? [] : [`${n} ${n === 1 ? one : many}`]

/** `all of it`, or the content of a scope: groups by name, other kinds by count. */
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

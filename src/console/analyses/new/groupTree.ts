// Groups as a tree: each under the one it belongs to.

interface Group {
  readonly id: string
  readonly name: string
  readonly parent_id: string | null
}

export interface GroupRow {
  readonly id: string
  readonly name: string
  /** 0 at the top */
  readonly depth: number
}

/** groupRows are the groups in the order of their tree. */
export const groupRows = (
  all: ReadonlyArray<Group>,
  parent: string | null = null,
  depth = 0
): ReadonlyArray<GroupRow> => {
  const known = new Set(all.map(({ id }) => id))
  // one whose parent cannot be seen stands at the top
  const parentOf = ({ parent_id: id }: Group) => (id !== null && known.has(id) ? id : null)
  return all
    .filter((group) => parentOf(group) === parent)
    .sort((a, b) => a.name.localeCompare(b.name))
    .flatMap(({ id, name }) => [{ id, name, depth }, ...groupRows(all, id, depth + 1)])
}

/** groupsBelow are the group and those below it. */
export const groupsBelow = (all: ReadonlyArray<Group>, id: string): ReadonlyArray<string> => [
  id,
  ...all.filter(({ parent_id }) => parent_id === id).flatMap((group) => groupsBelow(all, group.id))
]

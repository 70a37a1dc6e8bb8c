// Groups as a tree: each under the one it belongs to.

interface Group {
  readonly id: string
  readonly name: string
  readonly parent_id: string | null
}

/** GroupRow is a group with its depth in the tree. */
interface GroupRow {
  readonly id: string
  readonly name: string
  /** 0 at the top */
  readonly depth: number
}

/** groupRows returns the groups in tree order. */
export const groupRows = (
  all: ReadonlyArray<Group>,
  parent: string | null = null,
  depth = 0
): ReadonlyArray<GroupRow> => {
  const known = new Set(all.map(({ id }) => id))
  // a group whose parent is not visible stands at the top
  const parentOf = ({ parent_id: id }: Group) => (id !== null && known.has(id) ? id : null)
  return all
    .filter((group) => parentOf(group) === parent)
    .sort((a, b) => a.name.localeCompare(b.name))
    .flatMap(({ id, name }) => [{ id, name, depth }, ...groupRows(all, id, depth + 1)])
}

/** groupsBelow returns the group and its descendants. */
export const groupsBelow = (all: ReadonlyArray<Group>, id: string): ReadonlyArray<string> => [
  id,
  ...all.filter(({ parent_id }) => parent_id === id).flatMap((group) => groupsBelow(all, group.id))
]

// What somebody is, whose page nobody has to have opened before.
import { useQuery } from "@tanstack/react-query"
import { animal, entityTypes } from "../queries/animals.ts"
import { useProject } from "../shell/useProject.ts"

/** The key of an entity's type; null: it is no entity, or not known yet. */
export const useEntityType = (id: string | null): string | null => {
  const { project } = useProject()
  const enabled = id !== null
  // what it is does not change while one looks: read once, not every half minute
  const once = { enabled, refetchInterval: false, staleTime: Infinity } as const
  const { data: one } = useQuery({ ...animal(project.id, id ?? ""), ...once })
  const { data: types } = useQuery({ ...entityTypes, enabled })
  return types?.find((type) => type.id === one?.entity_type_id)?.key ?? null
}

// What an entity is: how it is drawn.
import { useQuery } from "@tanstack/react-query"
import { entity, entityTypes } from "../queries/animals.ts"
import { useProject } from "../shell/useProject.ts"

/** The key of its type; null: it is no entity, or not known yet. */
export const useEntityType = (id: string | null): string | null => {
  const { project } = useProject()
  const enabled = id !== null
  const { data: one } = useQuery({ ...entity(project.id, id ?? ""), enabled })
  const { data: types } = useQuery({ ...entityTypes, enabled })
  return types?.find((type) => type.id === one?.entity_type_id)?.key ?? null
}

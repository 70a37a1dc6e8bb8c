// The type of an entity, which decides its marker.
import { useQuery } from "@tanstack/react-query"
import { entity, entityTypes } from "../queries/animals.ts"
import { useProject } from "../shell/useProject.ts"

/** useEntityType returns the key of the type; null: not an entity, or loading. */
export const useEntityType = (id: string | null): string | null => {
  const { project } = useProject()
  const enabled = id !== null
  const { data: one } = useQuery({ ...entity(project.id, id ?? ""), enabled })
  const { data: types } = useQuery({ ...entityTypes, enabled })
  return types?.find((type) => type.id === one?.entity_type_id)?.key ?? null
}

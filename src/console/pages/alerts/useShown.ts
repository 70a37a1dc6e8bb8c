// The id of an alert's subject on the map.
import { useQuery } from "@tanstack/react-query"
import { currentMap, type Now } from "../../data/mapQueries.ts"
import { useProject } from "../../shell/useProject.ts"

interface Subject {
  readonly entity_id: string | null
  readonly device_id: string | null
}

/**
 * shownBy returns the entity id, or the device id where the map shows only the device (the user may not see
 * which entity wears it); null: the alert has no subject.
 */
export const shownBy = (
  { features }: Pick<Now, "features">,
  { device_id, entity_id }: Subject
): string | null =>
  [entity_id, device_id].find((id) => id !== null && features.some((one) => one.id === id)) ??
  entity_id ??
  device_id

const EMPTY_MAP = { features: [] }

/** useShown returns the id of a subject on the map; the entity id until the map has loaded. */
export const useShown = (subject: Subject | undefined): string | null => {
  const { project } = useProject()
  const { data } = useQuery({ ...currentMap(project.id), enabled: false })
  return subject === undefined ? null : shownBy(data ?? EMPTY_MAP, subject)
}

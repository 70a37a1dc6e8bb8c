// By which id the map knows whom an alert is about.
import { useQuery } from "@tanstack/react-query"
import { currentMap, type Now } from "../queries/field.ts"
import { useProject } from "../shell/useProject.ts"

interface Subject {
  readonly entity_id: string | null
  readonly device_id: string | null
}

/**
 * The entity, unless the reader is shown the device alone, which wears it without their seeing that; null: it
 * is about nobody.
 */
export const shownBy = (
  { features }: Pick<Now, "features">,
  { device_id, entity_id }: Subject
): string | null =>
  [entity_id, device_id].find((id) => id !== null && features.some((one) => one.id === id)) ??
  entity_id ??
  device_id

const NOBODY = { features: [] }

/** As pages know the map: before it was read, the entity. */
export const useShown = (subject: Subject | undefined): string | null => {
  const { project } = useProject()
  const { data } = useQuery({ ...currentMap(project.id), enabled: false })
  return subject === undefined ? null : shownBy(data ?? NOBODY, subject)
}

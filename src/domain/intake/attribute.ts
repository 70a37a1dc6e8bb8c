// The owner of a record: the project and entity its device was assigned to when the record was made. The one
// definition, used by live intake and by the job that recomputes it.

/** Half-open, epoch ms; Infinity: still. */
interface Span {
  readonly from: number
  readonly to: number
}

/** ProjectAssignment is a span in which the device belongs to a project. */
export interface ProjectAssignment extends Span {
  readonly projectId: string
}

/** EntityAssignment is a span in which the device is on an entity of a project. */
export interface EntityAssignment extends Span {
  readonly projectId: string
  readonly entityId: string
}

/** All assignments of one device that touch the time in question; those of a kind do not overlap. */
export interface Assignments {
  readonly projects: ReadonlyArray<ProjectAssignment>
  readonly entities: ReadonlyArray<EntityAssignment>
}

/** Owner is the project and entity of a record; null: none. */
export interface Owner {
  readonly projectId: string | null
  readonly entityId: string | null
}

const nobody: Owner = { projectId: null, entityId: null }

const covers = (span: Span, at: number): boolean => span.from <= at && at < span.to

/**
 * Returns the owner of a record made at `at` (epoch ms). An entity counts only inside the project its device
 * was in at that time.
 */
export const attribute = (at: number, { projects, entities }: Assignments): Owner => {
  // loops: it runs for every record, and a search by function makes a function each time
  let projectId: string | null = null
  for (const project of projects)
    if (covers(project, at)) {
      projectId = project.projectId
      break
    }
  if (projectId === null) return nobody
  for (const entity of entities)
    if (covers(entity, at) && entity.projectId === projectId) return { projectId, entityId: entity.entityId }
  return { projectId, entityId: null }
}

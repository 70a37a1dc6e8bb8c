// Whose a record is: the project and entity its device was assigned to when it was made. The one definition,
// used by live intake and by the job that recomputes it.

/** Half-open, epoch ms; Infinity: still. */
interface Span {
  readonly from: number
  readonly to: number
}

export interface ProjectAssignment extends Span {
  readonly projectId: string
}

export interface EntityAssignment extends Span {
  readonly projectId: string
  readonly entityId: string
}

/** All assignments of one device that touch the time in question; those of a kind do not overlap. */
export interface Assignments {
  readonly projects: ReadonlyArray<ProjectAssignment>
  readonly entities: ReadonlyArray<EntityAssignment>
}

export interface Owner {
  readonly projectId: string | null
  readonly entityId: string | null
}

const nobody: Owner = { projectId: null, entityId: null }

const covers = (span: Span, at: number): boolean => span.from <= at && at < span.to

/**
 * The owner of a record made at `at` (epoch ms). An entity counts only inside the project its device was in
 * at that time.
 */
export const attribute = (at: number, { projects, entities }: Assignments): Owner => {
  const project = projects.find((p) => covers(p, at))
  if (project === undefined) return nobody
  const entity = entities.find((e) => covers(e, at) && e.projectId === project.projectId)
  return { projectId: project.projectId, entityId: entity?.entityId ?? null }
}

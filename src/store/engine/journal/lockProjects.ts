// Locks the projects of a commit, so that none is deleted before it is written: states, transitions and
// placements refer to rules and projects without a foreign key, which would be checked for each row.
import { Effect } from "effect"
import type * as SqlClient from "effect/sql/SqlClient"
import { type BatchResult, Unfit } from "../../../engine/ports.ts"
import { uuids } from "../../sql/columns.ts"

/** Returns the projects of what is written; a transition comes with a state or a rewrite. */
const projectsOf = ({ moves, rewrites, states }: BatchResult): ReadonlyArray<string> => {
  const projects = new Set<string>()
  for (const { projectId } of states.values()) projects.add(projectId)
  for (const { subject } of moves) projects.add(subject.projectId)
  for (const { span } of rewrites) projects.add(span.subject.projectId)
  return [...projects]
}

/** Locks the projects of a batch until its commit; fails with `Unfit` if one of them is deleted. */
export const lockProjects = (sql: SqlClient.SqlClient, changes: BatchResult) => {
  const projects = projectsOf(changes)
  if (projects.length === 0) return Effect.void
  const lock = sql<{ locked: number }>`select lock_projects(${uuids(projects)}) as locked`
  return Effect.gen(function* () {
    const [row] = yield* lock
    if (row!.locked < projects.length)
      return yield* new Unfit({ message: "a project was deleted while its records were evaluated" })
  })
}

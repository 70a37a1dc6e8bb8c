// What a sender is told when nothing of what it sent can be taken at this moment.
import { Data } from "effect"
import type { Backlog } from "./Backlogs.ts"

/** Try again later. What was sent may or may not be stored; sending it again is safe. */
export class IntakeUnavailable extends Data.TaggedError("IntakeUnavailable")<{
  readonly reason: "database" | "backlog" | "project_backlog" | "crowded"
  /** of `project_backlog`: whose */
  readonly backlog?: Backlog
}> {}

/** The answer to what feeds a project that is too far behind. */
export const behind = (backlog: Backlog): IntakeUnavailable =>
  new IntakeUnavailable({ reason: "project_backlog", backlog })

// Projects whose rule set cannot be loaded. Their rules stop and everything else waits: records in lanes,
// ticks and deadlines where they are, changes of the past as they were noted. A new edition of the rule set
// is tried as soon as there is one, and what waited is evaluated with it.
import type { Parking, ParkingMove } from "../evaluate/Parking.ts"
import type { RuleSetUnusable } from "../ports/RuleSetSource.ts"

/** ParkedProjects are the projects whose rule set cannot be loaded. */
export class ParkedProjects {
  /** project -> the newest edition that failed to load; -Infinity: it failed in an earlier engine */
  private readonly editions = new Map<string, number>()
  /** project -> what the database says */
  private readonly recorded = new Map<string, Parking>()
  /** changes that are not committed yet */
  private readonly moves = new Map<string, ParkingMove>()

  /** Adds what the database says, but of projects whose rule set was loaded here. */
  add(recorded: ReadonlyArray<Parking>, isLoaded: (projectId: string) => boolean): void {
    for (const parking of recorded) {
      const { projectId } = parking
      if (this.editions.has(projectId) || isLoaded(projectId)) continue
      this.recorded.set(projectId, parking)
      this.editions.set(projectId, -Infinity)
    }
  }

  get projects(): Iterable<string> {
    return this.editions.keys()
  }

  has(projectId: string): boolean {
    return this.editions.has(projectId)
  }

  /** Whether this edition or a newer one failed to load, so that it is not tried again. */
  hasFailed(projectId: string, edition: number): boolean {
    return (this.editions.get(projectId) ?? -Infinity) >= edition
  }

  /** Parks a project whose edition failed to load. */
  park(projectId: string, version: number, { code, message: detail }: RuleSetUnusable): void {
    const before = this.recorded.get(projectId)
    this.editions.set(projectId, version)
    if (before?.code === code && before.detail === detail) this.moves.delete(projectId)
    else this.moves.set(projectId, { projectId, reason: { version, code, detail } })
  }

  /** Releases a project whose rule set was loaded. */
  release(projectId: string): void {
    if (!this.editions.delete(projectId)) return
    if (this.recorded.has(projectId)) this.moves.set(projectId, { projectId, reason: null })
    else this.moves.delete(projectId)
  }

  /** Removes a deleted project; its row was deleted with it. */
  drop(projectId: string): void {
    this.editions.delete(projectId)
    this.recorded.delete(projectId)
    this.moves.delete(projectId)
  }

  /** Returns the changes to be committed, each once. */
  takeMoves(): ReadonlyArray<ParkingMove> {
    const moves = [...this.moves.values()]
    for (const { projectId, reason } of moves) {
      if (reason === null) this.recorded.delete(projectId)
      else this.recorded.set(projectId, { projectId, ...reason })
    }
    this.moves.clear()
    return moves
  }
}

// Projects whose rule set cannot be loaded. Their rules stand still and everything else of them waits: records
// in lanes, ticks and deadlines where they are, changes of the past as they were noted. Another edition of the
// rule set is tried as soon as there is one, and what waited is judged with it.
import type { RuleSetUnusable } from "../ports/RuleSetSource.ts"

/** Why a project is parked, as it is on record. */
export interface Parking {
  readonly projectId: string
  readonly code: string
  readonly detail: string
}

/** A project is parked, or (`why` null) goes on. */
export interface ParkingMove {
  readonly projectId: string
  readonly reason: { readonly version: number; readonly code: string; readonly detail: string } | null
}

export class ParkedProjects {
  /** project -> the newest edition that could not be loaded; -Infinity: by an engine before this one */
  private readonly editions = new Map<string, number>()
  /** project -> what is on record */
  private readonly recorded: Map<string, Parking>
  /** not on record yet */
  private readonly moves = new Map<string, ParkingMove>()

  constructor(recorded: ReadonlyArray<Parking> = []) {
    this.recorded = new Map(recorded.map((parking) => [parking.projectId, parking]))
    for (const projectId of this.recorded.keys()) this.editions.set(projectId, -Infinity)
  }

  get projects(): Iterable<string> {
    return this.editions.keys()
  }

  has(projectId: string): boolean {
    return this.editions.has(projectId)
  }

  /** Whether an edition need not be tried: this one or a newer one could not be loaded. */
  hasFailed(projectId: string, edition: number): boolean {
    return (this.editions.get(projectId) ?? -Infinity) >= edition
  }

  park(projectId: string, version: number, { code, message: detail }: RuleSetUnusable): void {
    const before = this.recorded.get(projectId)
    this.editions.set(projectId, version)
    if (before?.code === code && before.detail === detail) this.moves.delete(projectId)
    else this.moves.set(projectId, { projectId, reason: { version, code, detail } })
  }

  /** The rule set could be loaded. */
  release(projectId: string): void {
    if (!this.editions.delete(projectId)) return
    if (this.recorded.has(projectId)) this.moves.set(projectId, { projectId, reason: null })
    else this.moves.delete(projectId)
  }

  /** Forgets a project that is gone: with it what is on record was deleted. */
  drop(projectId: string): void {
    this.editions.delete(projectId)
    this.recorded.delete(projectId)
    this.moves.delete(projectId)
  }

  /** What is to be put on record, once. */
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

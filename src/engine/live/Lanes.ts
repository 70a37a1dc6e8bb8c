// Projects that ask for more than their share of a turn, and how far each of them is: a lane for each
// partition in which they do. The partition's cursor goes on without them; each lane is a cursor of its own,
// with a window under way (src/guide/decisions.md).
import type { Subject } from "../../domain/rule/Observation.ts"

/** Of a window: what this subject and those before it, by id, had up to this moment is judged. */
export interface Place {
  readonly subjectId: string
  /** effective time, epoch ms */
  readonly at: number
  /** schedules that tick at that very moment were asked too */
  readonly ticked: boolean
}

/**
 * Of the project's entries in the partition those in rows up to `position` are judged; the window is
 * `(position, upTo]`, empty where none is under way.
 */
export interface Lane {
  readonly partition: number
  readonly projectId: string
  readonly position: number
  readonly upTo: number
  readonly place: Place | null
  /** epoch ms */
  readonly openedAt: number
  /** the rule that makes most of the events; null: none does */
  readonly ruleId: string | null
}

/** A lane that opens (`before` null), goes on, or closes (`after` null). */
export interface LaneMove {
  readonly before: Lane | null
  readonly after: Lane | null
}

/** Whether a place lies past what a subject has at a moment. */
export const isPast = (place: Place | null, subjectId: string, at: number): boolean =>
  place !== null && (subjectId < place.subjectId || (subjectId === place.subjectId && at <= place.at))

export class Lanes {
  /** project -> partition -> lane, both in the order in which they had their turn last */
  private readonly lanes = new Map<string, Map<number, Lane>>()

  constructor(lanes: Iterable<Lane> = []) {
    for (const lane of lanes) this.set(lane)
  }

  get size(): number {
    let size = 0
    for (const own of this.lanes.values()) size += own.size
    return size
  }

  get all(): ReadonlyArray<Lane> {
    return [...this.lanes.values()].flatMap((own) => [...own.values()])
  }

  has(partition: number, projectId: string): boolean {
    return this.lanes.get(projectId)?.has(partition) === true
  }

  of(partition: number, projectId: string): Lane | undefined {
    return this.lanes.get(projectId)?.get(partition)
  }

  /** The lanes of a project, the one that waits longest first. */
  ofProject(projectId: string): ReadonlyArray<Lane> {
    return [...(this.lanes.get(projectId)?.values() ?? [])]
  }

  /** Forgets the lanes of a project that is gone: with it they were deleted. */
  drop(projectId: string): void {
    this.lanes.delete(projectId)
  }

  /**
   * Up to when the schedules of a subject were asked by its lane; -Infinity: its lane says nothing about
   * that.
   */
  tickedTo({ id, projectId }: Subject, partition: number): number {
    const place = this.of(partition, projectId)?.place
    return place?.ticked === true && place.subjectId === id ? place.at : -Infinity
  }

  /** What a commit did to them. */
  apply(moves: ReadonlyArray<LaneMove>): void {
    for (const { after, before } of moves) {
      if (after !== null) this.set(after)
      else if (before !== null) this.delete(before)
    }
  }

  /** The project that waits longest, of those that may go on; its turn comes last next time. Null: none may. */
  next(mayGoOn: (projectId: string) => boolean): string | null {
    for (const [projectId, own] of this.lanes) {
      if (!mayGoOn(projectId)) continue
      this.lanes.delete(projectId)
      this.lanes.set(projectId, own)
      return projectId
    }
    return null
  }

  private set(lane: Lane): void {
    let own = this.lanes.get(lane.projectId)
    if (own === undefined) this.lanes.set(lane.projectId, (own = new Map()))
    own.delete(lane.partition)
    own.set(lane.partition, lane)
  }

  private delete({ partition, projectId }: Lane): void {
    const own = this.lanes.get(projectId)
    own?.delete(partition)
    if (own?.size === 0) this.lanes.delete(projectId)
  }
}

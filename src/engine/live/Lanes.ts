// Projects that need more than their share of a turn, and how far each of them is evaluated: a lane for each
// partition in which they do. The partition's cursor advances without them; each lane is a cursor of its own,
// with a window being evaluated (src/guide/decisions.md).
import type { Subject } from "../../domain/rule/Observation.ts"
import type { Lane, LaneMove } from "../evaluate/Lane.ts"

/** Lanes are the open lanes, in the order in which they had their turn. */
export class Lanes {
  /** project -> partition -> lane, both ordered by their last turn */
  private readonly lanes = new Map<string, Map<number, Lane>>()

  /** Adds the lanes of partitions that were claimed. */
  add(lanes: Iterable<Lane>): void {
    for (const lane of lanes) this.set(lane)
  }

  /** Removes the lanes of a partition that another engine is to own. */
  leave(partition: number): void {
    for (const [projectId, own] of this.lanes) {
      own.delete(partition)
      if (own.size === 0) this.lanes.delete(projectId)
    }
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

  /** Returns the lanes of a project, the one that waits longest first. */
  ofProject(projectId: string): ReadonlyArray<Lane> {
    return [...(this.lanes.get(projectId)?.values() ?? [])]
  }

  /** Removes the lanes of a deleted project; their rows were deleted with it. */
  drop(projectId: string): void {
    this.lanes.delete(projectId)
  }

  /** Returns up to when the subject's lane has asked its schedules; -Infinity: the lane does not say. */
  tickedTo({ id, projectId }: Subject, partition: number): number {
    const place = this.of(partition, projectId)?.place
    return place?.ticked === true && place.subjectId === id ? place.at : -Infinity
  }

  /** Applies committed moves. */
  apply(moves: ReadonlyArray<LaneMove>): void {
    for (const { after, before } of moves) {
      if (after !== null) this.set(after)
      else if (before !== null) this.delete(before)
    }
  }

  /** Returns the eligible project that waits longest and moves it to the end; null: none is eligible. */
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

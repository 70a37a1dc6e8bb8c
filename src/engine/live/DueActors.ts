// Rule actors whose deadline has come, queued until a transaction has room for them: by project, so that no
// project delays another, and by partition, so that a busy partition delays no other.
import type { Subject } from "../../domain/rule/Observation.ts"
import { maxMinFairShares } from "./maxMinFairShares.ts"

/** Deadline is the moment at which a rule's actor has to be evaluated without a new record. */
export interface Deadline {
  /** when it is evaluated, by the time of arrival; epoch ms */
  readonly at: number
  readonly partition: number
  readonly subject: Subject
  /** key of the subject */
  readonly key: string
  readonly ruleId: string
}

/** IsEligible tells whether actors of a project in a partition may be evaluated now. */
type IsEligible = (projectId: string, partition: number) => boolean

/**
 * Orders deadlines by their moment; deadlines of one moment by rule and subject, which is arbitrary but
 * stable.
 */
const inOrder = (a: Deadline, b: Deadline): number =>
  a.at - b.at || (a.ruleId < b.ruleId ? -1 : a.ruleId > b.ruleId ? 1 : a.key < b.key ? -1 : 1)

/** DeadlineQueue holds deadlines and sorts them when some are taken. */
class DeadlineQueue {
  private list: Array<Deadline> = []
  private head = 0
  private isSorted = true

  get size(): number {
    return this.list.length - this.head
  }

  add(deadline: Deadline): void {
    this.list.push(deadline)
    this.isSorted = false
  }

  take(most: number): ReadonlyArray<Deadline> {
    if (!this.isSorted) {
      this.list = this.list.slice(this.head).sort(inOrder)
      this.head = 0
      this.isSorted = true
    }
    const taken = this.list.slice(this.head, this.head + most)
    this.head += taken.length
    return taken
  }

  /** Removes all deadlines but those that a test accepts. */
  keep(isKept: (deadline: Deadline) => boolean): void {
    this.list = this.list.slice(this.head).filter(isKept)
    this.head = 0
  }
}

/** DueActors holds the deadlines that have come, by project and partition. */
export class DueActors {
  /** project -> partition -> deadlines that have come */
  private readonly queues = new Map<string, Map<number, DeadlineQueue>>()
  private count = 0

  get size(): number {
    return this.count
  }

  add(deadline: Deadline): void {
    const {
      partition,
      subject: { projectId }
    } = deadline
    let own = this.queues.get(projectId)
    if (own === undefined) this.queues.set(projectId, (own = new Map()))
    let line = own.get(partition)
    if (line === undefined) own.set(partition, (line = new DeadlineQueue()))
    line.add(deadline)
    this.count++
  }

  /** Whether any queued actor may be evaluated now. */
  has(mayBeJudged: IsEligible): boolean {
    for (const [projectId, own] of this.queues)
      for (const partition of own.keys()) if (mayBeJudged(projectId, partition)) return true
    return false
  }

  /**
   * Takes about `most` deadlines of these partitions: of each project its max-min fair share, of each
   * partition the earliest.
   */
  take(most: number, partitions: Iterable<number>, mayBeJudged: IsEligible): ReadonlyArray<Deadline> {
    if (this.count === 0) return []
    const open = [...partitions]
    const ready = [...this.queues].flatMap(([projectId, own]) => {
      const lines = open.flatMap((p) => (own.has(p) && mayBeJudged(projectId, p) ? [own.get(p)!] : []))
      const size = lines.reduce((sum, line) => sum + line.size, 0)
      return size === 0 ? [] : [{ projectId, lines, size }]
    })
    const taken = maxMinFairShares(ready, most).flatMap(({ of: { lines, projectId }, share }) => {
      const taken: Array<Deadline> = []
      for (const line of lines) taken.push(...line.take(share - taken.length))
      this.tidy(projectId)
      return taken
    })
    this.count -= taken.length
    return taken
  }

  /** Removes the deadlines of a project's subjects or rules that are gone. */
  drop(projectId: string, isGone: (deadline: Deadline) => boolean): void {
    const own = this.queues.get(projectId)
    if (own === undefined) return
    for (const line of own.values()) {
      this.count -= line.size
      line.keep((deadline) => !isGone(deadline))
      this.count += line.size
    }
    this.tidy(projectId)
  }

  /** Removes the deadlines of a partition that another engine owns now. */
  close(partition: number): void {
    for (const [projectId, own] of this.queues) {
      this.count -= own.get(partition)?.size ?? 0
      own.delete(partition)
      if (own.size === 0) this.queues.delete(projectId)
    }
  }

  private tidy(projectId: string): void {
    const own = this.queues.get(projectId)!
    for (const [partition, { size }] of own) if (size === 0) own.delete(partition)
    if (own.size === 0) this.queues.delete(projectId)
  }
}

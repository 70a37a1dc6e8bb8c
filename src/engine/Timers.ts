// Which actors to wake when: one heap for each partition, so that a sleeping actor owns no fiber and a busy partition keeps no other
// waiting, and what is due in queues by project, so that no project keeps another waiting. Entries are hints: an actor that moved on is
// asked and found to have nothing to judge.
import { PARTITIONS } from "../domain/intake/LogEntry.ts"
import { shares } from "./shares.ts"

export interface Timer {
  readonly at: number
  readonly partition: number
  readonly projectId: string
  /** key of the subject */
  readonly subject: string
  readonly ruleId: string
}

/** Whether timers of a project in a partition may go off. */
export type MayGoOff = (projectId: string, partition: number) => boolean

export class Timers {
  private readonly heaps = Array.from({ length: PARTITIONS }, () => new Heap())
  /** what is due, in the order in which it was: project -> partition -> timers */
  private readonly queues = new Map<string, Map<number, Array<Timer>>>()

  get size(): number {
    let size = this.heaps.reduce((sum, heap) => sum + heap.size, 0)
    for (const own of this.queues.values()) for (const queue of own.values()) size += queue.length
    return size
  }

  /** When the earliest is due; -Infinity: one is that may go off. Infinity: none. */
  next(mayGoOff: MayGoOff): number {
    for (const [projectId, own] of this.queues) for (const partition of own.keys()) if (mayGoOff(projectId, partition)) return -Infinity
    let next = Infinity
    for (const heap of this.heaps) next = Math.min(next, heap.next)
    return next
  }

  set(timer: Timer): void {
    this.heaps[timer.partition]!.add(timer)
  }

  /** Takes timers of these partitions that are due at `now`, about `most` of them: of each project its share, the earliest first. */
  due(now: number, most: number, partitions: Iterable<number>, mayGoOff: MayGoOff): ReadonlyArray<Timer> {
    const open = [...partitions]
    for (const partition of open) {
      const heap = this.heaps[partition]!
      while (heap.next <= now) this.put(heap.take()!)
    }
    if (this.queues.size === 0) return []
    const ready = [...this.queues].map(([projectId, own]) => {
      const queues = open.flatMap((p) => own.has(p) && mayGoOff(projectId, p) ? [own.get(p)!] : [])
      return { projectId, queues, size: queues.reduce((sum, queue) => sum + queue.length, 0) }
    }).filter(({ size }) => size > 0)
    const taken: Array<Timer> = []
    for (const { of: { projectId, queues }, share } of shares(ready, most)) {
      let left = share
      for (const queue of queues) {
        const some = queue.splice(0, left)
        left -= some.length
        taken.push(...some)
      }
      this.tidy(projectId)
    }
    return taken
  }

  /** Timers that were taken and did not go off: they come first again. */
  giveBack(timers: ReadonlyArray<Timer>): void {
    for (const timer of timers.toReversed()) this.put(timer, true)
  }

  private put(timer: Timer, first = false): void {
    const { partition, projectId } = timer
    let own = this.queues.get(projectId)
    if (own === undefined) this.queues.set(projectId, own = new Map())
    const queue = own.get(partition)
    if (queue === undefined) own.set(partition, [timer])
    else if (first) queue.unshift(timer)
    else queue.push(timer)
  }

  private tidy(projectId: string): void {
    const own = this.queues.get(projectId)!
    for (const [partition, queue] of own) if (queue.length === 0) own.delete(partition)
    if (own.size === 0) this.queues.delete(projectId)
  }
}

/** A binary heap, earliest first. */
class Heap {
  private readonly timers: Array<Timer> = []

  get size(): number {
    return this.timers.length
  }

  get next(): number {
    return this.timers[0]?.at ?? Infinity
  }

  add(timer: Timer): void {
    const { timers } = this
    let i = timers.push(timer) - 1
    while (i > 0) {
      const parent = (i - 1) >> 1
      if (timers[parent]!.at <= timer.at) break
      timers[i] = timers[parent]!
      i = parent
    }
    timers[i] = timer
  }

  take(): Timer | undefined {
    const { timers } = this
    const top = timers[0], last = timers.pop()
    if (last === undefined || timers.length === 0) return last
    let i = 0
    for (;;) {
      let child = 2 * i + 1
      if (child >= timers.length) break
      if (child + 1 < timers.length && timers[child + 1]!.at < timers[child]!.at) child++
      if (timers[child]!.at >= last.at) break
      timers[i] = timers[child]!
      i = child
    }
    timers[i] = last
    return top
  }
}

// Which actors to wake when: one heap for each partition, so that a sleeping actor owns no fiber and a busy
// partition keeps no other waiting, and beside them what is due by project, so that no project keeps another
// waiting. Entries are hints: an actor that moved on is asked and found to have nothing to judge.
import { PARTITIONS } from "../../domain/intake/LogEntry.ts"
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
  /** what is due and did not go off yet: project -> partition -> timers */
  private readonly waiting = new Map<string, Map<number, Heap>>()

  get size(): number {
    let size = this.heaps.reduce((sum, heap) => sum + heap.size, 0)
    for (const own of this.waiting.values()) for (const heap of own.values()) size += heap.size
    return size
  }

  /** When the earliest is due of those that may go off; Infinity: none is. */
  next(mayGoOff: MayGoOff): number {
    let next = Infinity
    for (const heap of this.heaps) next = Math.min(next, heap.next)
    for (const [projectId, own] of this.waiting)
      for (const [partition, heap] of own)
        if (heap.next < next && mayGoOff(projectId, partition)) next = heap.next
    return next
  }

  set(timer: Timer): void {
    this.heaps[timer.partition]!.add(timer)
  }

  /**
   * Takes timers of these partitions that are due at `now`, about `most` of them: of each project its share,
   * of each partition the earliest first.
   */
  due(now: number, most: number, partitions: Iterable<number>, mayGoOff: MayGoOff): ReadonlyArray<Timer> {
    const open = [...partitions]
    for (const partition of open) {
      const heap = this.heaps[partition]!
      while (heap.next <= now) this.wait(heap.take()!)
    }
    if (this.waiting.size === 0) return []
    const ready = [...this.waiting].flatMap(([projectId, own]) => {
      const heaps = open.flatMap((p) => (own.has(p) && mayGoOff(projectId, p) ? [own.get(p)!] : []))
      const size = heaps.reduce((sum, heap) => sum + heap.size, 0)
      return size === 0 ? [] : [{ projectId, heaps, size }]
    })
    return shares(ready, most).flatMap(({ of: { heaps, projectId }, share }) => {
      const taken: Array<Timer> = []
      for (const heap of heaps) while (taken.length < share && heap.size > 0) taken.push(heap.take()!)
      this.tidy(projectId)
      return taken
    })
  }

  /** Timers that were taken and had no time to go off. */
  giveBack(timers: Iterable<Timer>): void {
    for (const timer of timers) this.wait(timer)
  }

  private wait(timer: Timer): void {
    const { partition, projectId } = timer
    let own = this.waiting.get(projectId)
    if (own === undefined) this.waiting.set(projectId, (own = new Map()))
    let heap = own.get(partition)
    if (heap === undefined) own.set(partition, (heap = new Heap()))
    heap.add(timer)
  }

  private tidy(projectId: string): void {
    const own = this.waiting.get(projectId)!
    for (const [partition, { size }] of own) if (size === 0) own.delete(partition)
    if (own.size === 0) this.waiting.delete(projectId)
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
    const top = timers[0],
      last = timers.pop()
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

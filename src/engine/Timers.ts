// Which actors to wake when: one heap for each partition, so that a sleeping actor owns no fiber and a busy partition keeps no other
// waiting. Entries are hints: an actor that moved on is asked and found to have nothing to judge.
import { PARTITIONS } from "../domain/intake/LogEntry.ts"

export interface Timer {
  readonly at: number
  readonly partition: number
  /** key of the subject */
  readonly subject: string
  readonly ruleId: string
}

export class Timers {
  private readonly heaps = Array.from({ length: PARTITIONS }, () => new Heap())

  get size(): number {
    return this.heaps.reduce((sum, heap) => sum + heap.size, 0)
  }

  /** When the earliest is due; Infinity: none. */
  get next(): number {
    let next = Infinity
    for (const heap of this.heaps) next = Math.min(next, heap.next)
    return next
  }

  set(timer: Timer): void {
    this.heaps[timer.partition]!.add(timer)
  }

  /** Takes timers of these partitions that are due at `now`, each partition's earliest first, `most` of them. */
  due(now: number, most: number, partitions: Iterable<number>): ReadonlyArray<Timer> {
    const due: Array<Timer> = []
    for (const partition of partitions) {
      const heap = this.heaps[partition]!
      while (due.length < most && heap.next <= now) due.push(heap.take()!)
    }
    return due
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

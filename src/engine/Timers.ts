// Which actors to wake when: one heap for all, so that a sleeping actor owns no fiber. Entries are hints: an actor that
// moved on is asked and found to have nothing to judge.
export interface Timer {
  readonly at: number
  readonly subjectId: string
  readonly ruleId: string
}

/** A binary heap, earliest first. */
export class Timers {
  private readonly heap: Array<Timer> = []

  get size(): number {
    return this.heap.length
  }

  /** When the earliest is due; null: none. */
  get next(): number | null {
    return this.heap[0]?.at ?? null
  }

  set(timer: Timer): void {
    const heap = this.heap
    let i = heap.push(timer) - 1
    while (i > 0) {
      const parent = (i - 1) >> 1
      if (heap[parent]!.at <= timer.at) break
      heap[i] = heap[parent]!
      i = parent
    }
    heap[i] = timer
  }

  /** Takes timers due at `now`, the earliest first, `most` of them. */
  due(now: number, most: number): ReadonlyArray<Timer> {
    const due: Array<Timer> = []
    while (this.heap.length > 0 && due.length < most && this.heap[0]!.at <= now) due.push(this.pop())
    return due
  }

  clear(): void {
    this.heap.length = 0
  }

  private pop(): Timer {
    const heap = this.heap
    const top = heap[0]!
    const last = heap.pop()!
    if (heap.length === 0) return top
    let i = 0
    for (;;) {
      let child = 2 * i + 1
      if (child >= heap.length) break
      if (child + 1 < heap.length && heap[child + 1]!.at < heap[child]!.at) child++
      if (heap[child]!.at >= last.at) break
      heap[i] = heap[child]!
      i = child
    }
    heap[i] = last
    return top
  }
}

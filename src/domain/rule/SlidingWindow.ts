// The samples of one metric in the last so many seconds, with the figures that conditions read. A sample
// enters once and leaves once, so a question costs the same with ten samples or ten thousand; moving back
// costs as much as it moves over.
import { ExactSum } from "./ExactSum.ts"
import type { Sample, WindowFigures } from "./Facts.ts"

/**
 * Frees the entries before the head of a list now and then: moving the rest costs no more than what it frees.
 * Returns the new head.
 */
const trimmed = (list: Array<Sample>, head: number): number => {
  if (head <= 64 || head * 2 <= list.length) return head
  list.splice(0, head)
  return 0
}

/**
 * Extreme is a monotonic queue: the best of all samples newer than a moment, for any such moment. Entries
 * that can never be the answer are dropped when they are added.
 */
class Extreme {
  private readonly queue: Array<Sample> = []
  private head = 0
  private readonly isBetter: (a: number, b: number) => boolean
  constructor(isBetter: (a: number, b: number) => boolean) {
    this.isBetter = isBetter
  }

  add(sample: Sample): void {
    const { queue } = this
    while (queue.length > 0 && !this.isBetter(queue[queue.length - 1]!.value, sample.value)) queue.pop()
    this.head = Math.min(this.head, queue.length)
    queue.push(sample)
  }

  /** Moves the head: only samples newer than `after` count. */
  begin(after: number): void {
    const { queue } = this
    while (this.head < queue.length && queue[this.head]!.at <= after) this.head++
    while (this.head > 0 && queue[this.head - 1]!.at > after) this.head--
  }

  forget(): void {
    this.head = trimmed(this.queue, this.head)
  }

  get value(): number {
    return this.queue[this.head]?.value ?? NaN
  }
}

/** SlidingWindow keeps the samples of a metric in the last so many seconds. */
export class SlidingWindow {
  private readonly spanMs: number
  private samples: Array<Sample> = []
  private head = 0
  private readonly sum = new ExactSum()
  private readonly min = new Extreme((a, b) => a < b)
  private readonly max = new Extreme((a, b) => a > b)

  constructor(seconds: number) {
    this.spanMs = seconds * 1000
  }

  /** Adds samples in the order of their times, and frees those that no later moment can read. */
  add(sample: Sample): void {
    this.samples.push(sample)
    this.sum.add(sample.value)
    this.min.add(sample)
    this.max.add(sample)
    this.begin(sample.at - this.spanMs)
    this.head = trimmed(this.samples, this.head)
    this.min.forget()
    this.max.forget()
  }

  /**
   * Returns the figures of (at - span, at]. Moments are not older than the newest sample, and otherwise come
   * in any order: a tick may be evaluated before a record that is older than the tick.
   */
  at(at: number): WindowFigures {
    const { samples } = this
    this.begin(at - this.spanMs)
    return {
      count: samples.length - this.head,
      sum: this.sum.value,
      min: this.min.value,
      max: this.max.value,
      oldest: samples[this.head] ?? null,
      newest: samples.length > this.head ? samples[samples.length - 1]! : null
    }
  }

  /** Moves the head: only samples newer than `after` count. */
  private begin(after: number): void {
    const { samples, sum } = this
    while (this.head < samples.length && samples[this.head]!.at <= after)
      sum.add(-samples[this.head++]!.value)
    while (this.head > 0 && samples[this.head - 1]!.at > after) sum.add(samples[--this.head]!.value)
    this.min.begin(after)
    this.max.begin(after)
  }
}

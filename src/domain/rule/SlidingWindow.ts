// The samples of one metric in the last so many seconds, with the figures conditions ask for. A sample enters once and leaves
// once, so a question costs the same whether the window holds ten samples or ten thousand.
import { ExactSum } from "./ExactSum.ts"
import type { Sample, WindowFigures } from "./Facts.ts"

/** Lets go of what left a list at its head, now and then: moving the rest costs no more than what it frees. The head as it is then. */
const trimmed = (list: Array<Sample>, head: number): number => {
  if (head <= 64 || head * 2 <= list.length) return head
  list.splice(0, head)
  return 0
}

/** A queue that gives its smallest by `before`: entries that can never be the answer again are dropped on the way in. */
class Extreme {
  private readonly queue: Array<Sample> = []
  private head = 0
  private readonly isBetter: (a: number, b: number) => boolean
  constructor(isBetter: (a: number, b: number) => boolean) {
    this.isBetter = isBetter
  }

  add(sample: Sample): void {
    const { queue } = this
    while (queue.length > this.head && !this.isBetter(queue[queue.length - 1]!.value, sample.value)) queue.pop()
    queue.push(sample)
  }

  drop(sample: Sample): void {
    if (this.queue[this.head] !== sample) return
    this.head = trimmed(this.queue, this.head + 1)
  }

  get value(): number {
    return this.queue[this.head]?.value ?? NaN
  }
}

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

  /** Takes samples in the order of their times. */
  add(sample: Sample): void {
    this.samples.push(sample)
    this.sum.add(sample.value)
    this.min.add(sample)
    this.max.add(sample)
  }

  /** The figures of (at - span, at]; moments are asked in ascending order. */
  at(at: number): WindowFigures {
    const { samples, spanMs } = this
    while (this.head < samples.length && samples[this.head]!.at <= at - spanMs) {
      const gone = samples[this.head++]!
      this.sum.add(-gone.value)
      this.min.drop(gone)
      this.max.drop(gone)
    }
    this.head = trimmed(samples, this.head)
    return {
      count: samples.length - this.head, sum: this.sum.value, min: this.min.value, max: this.max.value,
      oldest: samples[this.head] ?? null, newest: samples.length > this.head ? samples[samples.length - 1]! : null
    }
  }
}

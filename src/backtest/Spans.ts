// A truth over time: its spans, bounded, and the share of the time it was true, which is exact.
import type { Truth } from "../domain/rule/Facts.ts"

/** Span is a truth from the moment it was found until the next one; `[from, to)`, epoch ms. */
export interface Span {
  readonly from: number
  readonly to: number
  readonly value: Truth
}

/** MAX_SPANS bounds the spans of one list. */
const MAX_SPANS = 500

/** Spans records a truth over time. */
export class Spans {
  private readonly changes: Array<{ readonly at: number; readonly value: Truth }> = []
  private began: number | null = null
  private last: { readonly at: number; readonly value: Truth } | null = null
  private trueMs = 0

  /** Records a truth; moments ascend. */
  note(at: number, value: Truth): void {
    if (this.last?.value === value) return
    this.began ??= at
    if (this.last?.value === true) this.trueMs += at - this.last.at
    this.last = { at, value }
    if (this.changes.length <= MAX_SPANS) this.changes.push(this.last)
  }

  /** Whether changes beyond MAX_SPANS were left out. */
  get isCut(): boolean {
    return this.changes.length > MAX_SPANS
  }

  upTo(to: number): ReadonlyArray<Span> {
    const { changes } = this
    return changes
      .slice(0, MAX_SPANS)
      .map(({ at, value }, i) => ({ from: at, to: changes[i + 1]?.at ?? to, value }))
  }

  /** Returns the share of the time since the first record, including spans left out; null: there is none. */
  trueShare(to: number): number | null {
    const { began, last } = this
    if (began === null || last === null || to <= began) return null
    return (this.trueMs + (last.value === true ? to - last.at : 0)) / (to - began)
  }
}

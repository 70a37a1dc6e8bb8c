// A truth over time: its stretches, bounded, and how much of the time it was true, which is not.
import type { Truth } from "../domain/rule/Facts.ts"

/** From the moment something was first found so until it was found otherwise; `[from, to)`, epoch ms. */
export interface Span {
  readonly from: number
  readonly to: number
  readonly value: Truth
}

/** Stretches of one list that are kept. */
export const MAX_SPANS = 500

export class Spans {
  private readonly changes: Array<{ readonly at: number; readonly value: Truth }> = []
  private began: number | null = null
  private last: { readonly at: number; readonly value: Truth } | null = null
  private trueMs = 0

  /** Takes what was found in the order of its moments. */
  note(at: number, value: Truth): void {
    if (this.last?.value === value) return
    this.began ??= at
    if (this.last?.value === true) this.trueMs += at - this.last.at
    this.last = { at, value }
    if (this.changes.length <= MAX_SPANS) this.changes.push(this.last)
  }

  /** Beyond MAX_SPANS changes the rest was left out. */
  get isCut(): boolean {
    return this.changes.length > MAX_SPANS
  }

  upTo(to: number): ReadonlyArray<Span> {
    const { changes } = this
    return changes
      .slice(0, MAX_SPANS)
      .map(({ at, value }, i) => ({ from: at, to: changes[i + 1]?.at ?? to, value }))
  }

  /** Of the time since it was first found, however much of that is kept; null: it never was. */
  trueShare(to: number): number | null {
    const { began, last } = this
    if (began === null || last === null || to <= began) return null
    return (this.trueMs + (last.value === true ? to - last.at : 0)) / (to - began)
  }
}

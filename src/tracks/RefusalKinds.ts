// The refused rows of a file by what is wrong with them: reasons that differ in the text of a cell are one kind.
import type { TraceCode } from "../domain/intake/TraceCode.ts"

/** RefusalKind is a reason, how many rows have it, and the first of them. */
export interface RefusalKind {
  readonly code: TraceCode
  /** of the first row; of more rows with other texts in it, those texts are left out */
  readonly reason: string
  readonly rows: number
  readonly line: number
}

/** Kinds that are told apart; further ones are counted together by their code. */
export const MAX_KINDS = 30

/** Returns a reason without the texts of cells: what is quoted, and instants. */
const patternOf = (reason: string): string =>
  reason.replaceAll(/"[^"]*"/gu, "“…”").replaceAll(/[+-]?\d{4,6}-\d\d-\d\dT[\d:.]+Z/gu, "…")

/** RefusalKinds counts refused rows. */
export class RefusalKinds {
  private readonly kinds = new Map<string, RefusalKind>()

  see(code: TraceCode, reason: string, line: number): void {
    const pattern = patternOf(reason),
      isKnown = this.kinds.has(`${code} ${pattern}`) || this.kinds.size < MAX_KINDS,
      key = isKnown ? `${code} ${pattern}` : `${code} and others`,
      before = this.kinds.get(key)
    this.kinds.set(
      key,
      before === undefined
        ? { code, reason: isKnown ? reason : "other reasons", rows: 1, line }
        : {
            ...before,
            reason: before.reason === reason ? reason : isKnown ? pattern : "other reasons",
            rows: before.rows + 1
          }
    )
  }

  /** Those with most rows first. */
  sorted(): ReadonlyArray<RefusalKind> {
    return [...this.kinds.values()].toSorted((a, b) => b.rows - a.rows)
  }
}

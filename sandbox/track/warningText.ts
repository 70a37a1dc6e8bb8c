// Words and figures of warnings.
import type { Warning } from "../../src/domain/analysis/Result.ts"

/** Returns a share in percent, no finer than it is worth. */
export const percent = (share: number): string =>
  share > 0 && share < 0.0005 ? "below 0.1%" : `${(share * 100).toFixed(share < 0.1 ? 1 : 0)}%`

/** Returns a number and what it counts. */
export const plural = (n: number, one: string, many = `${one}s`): string => `${n} ${n === 1 ? one : many}`

/** Returns a duration in the unit that suits its length. */
export const duration = (seconds: number): string =>
  seconds < 120
    ? `${Math.round(seconds)} s`
    : seconds < 7200
      ? `${(seconds / 60).toFixed(0)} min`
      : seconds < 259_200
        ? `${(seconds / 3600).toFixed(1)} h`
        : `${(seconds / 86_400).toFixed(1)} days`

/** DraftWarning is a warning before its subject is added. */
export type DraftWarning = Omit<Warning, "subject">

/** Returns a warning that changes no figure much. */
export const notice = (code: Warning["code"], text: string, counts: Warning["counts"]): DraftWarning => ({
  code,
  level: "notice",
  text,
  counts
})

/** Returns a warning that may change what a figure means. */
export const warning = (code: Warning["code"], text: string, counts: Warning["counts"]): DraftWarning => ({
  code,
  level: "warning",
  text,
  counts
})

// The bins of the chart, as they are drawn and said.
import { numberText } from "../look/numbers.ts"
import type { Counted } from "../queries/traffic.ts"
import { inZone } from "../time/zoneTime.ts"

/** Sources with a shade of their own; the rest, those with least, share one. */
const SHADES = 4

export interface Layer {
  readonly name: string
  readonly accepted: ReadonlyArray<number>
}

export interface Binned {
  readonly from: number
  readonly to: number
  readonly binMs: number
  /** from the bottom up, the largest first */
  readonly layers: ReadonlyArray<Layer>
  /** of each bin: accepted, sent again or nobody's, refused */
  readonly accepted: ReadonlyArray<number>
  readonly others: ReadonlyArray<number>
  readonly rejected: ReadonlyArray<number>
}

const sum = (list: ReadonlyArray<number>): number => list.reduce((a, b) => a + b, 0)

const added = (length: number, lists: ReadonlyArray<ReadonlyArray<number>>): ReadonlyArray<number> =>
  Array.from({ length }, (_, i) => lists.reduce((all, list) => all + (list[i] ?? 0), 0))

/** `only`: the source that the list is narrowed to. */
export const binnedOf = (counted: Counted, only: string | undefined): Binned => {
  const from = Date.parse(counted.from),
    to = Date.parse(counted.to),
    binMs = counted.bin_seconds * 1000
  const length = Math.round((to - from) / binMs)
  const shown = counted.sources.filter(({ id }) => only === undefined || id === only)
  const layers = shown
    .map(({ accepted, name }) => ({ name, accepted }))
    .filter(({ accepted }) => sum(accepted) > 0)
    .toSorted((a, b) => sum(b.accepted) - sum(a.accepted))
  const rest = layers.slice(SHADES)
  return {
    from,
    to,
    binMs,
    layers:
      rest.length < 2
        ? layers
        : [
            ...layers.slice(0, SHADES),
            {
              name: `${rest.length} others`,
              accepted: added(
                length,
                rest.map(({ accepted }) => accepted)
              )
            }
          ],
    accepted: added(
      length,
      shown.map((one) => one.accepted)
    ),
    others: added(
      length,
      shown.flatMap((one) => [one.duplicates, one.unassigned])
    ),
    rejected: added(
      length,
      shown.map((one) => one.rejected)
    )
  }
}

export const itemsOf = (source: Counted["sources"][number]): number =>
  sum(source.accepted) + sum(source.duplicates) + sum(source.rejected) + sum(source.unassigned)

/** `11:57: 23 accepted, 1 rejected`. */
export const sayBin = (binned: Binned, at: number, zone: string): string => {
  const begin = binned.from + at * binned.binMs
  const parts = [
    `${numberText(binned.accepted[at] ?? 0)} accepted`,
    ...((binned.others[at] ?? 0) > 0 ? [`${numberText(binned.others[at]!)} again or nobody's`] : []),
    ...((binned.rejected[at] ?? 0) > 0 ? [`${numberText(binned.rejected[at]!)} rejected`] : [])
  ]
  return `${inZone(begin, zone, "clock")}: ${parts.join(", ")}`
}

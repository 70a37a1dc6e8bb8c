// The bins of the chart: their layers, and their texts.
import { words } from "../../../words/language.ts"
import type { Counted } from "../../data/traffic.ts"
import { inZone } from "../../time/zoneTime.ts"

/** MAX_SHADES is the number of sources with their own shade; the smaller sources share one. */
const MAX_SHADES = 4

/** The accepted items of a source. */
interface Layer {
  readonly name: string
  readonly accepted: ReadonlyArray<number>
}

/** The bins of the chart. */
export interface Binned {
  readonly from: number
  readonly to: number
  readonly binMs: number
  /** bottom layer first, which is the largest */
  readonly layers: ReadonlyArray<Layer>
  /** per bin: accepted; duplicates and unassigned; refused */
  readonly accepted: ReadonlyArray<number>
  readonly others: ReadonlyArray<number>
  readonly rejected: ReadonlyArray<number>
}

const sum = (list: ReadonlyArray<number>): number => list.reduce((a, b) => a + b, 0)

const added = (length: number, lists: ReadonlyArray<ReadonlyArray<number>>): ReadonlyArray<number> =>
  Array.from({ length }, (_, i) => lists.reduce((all, list) => all + (list[i] ?? 0), 0))

/** `only`: the source that the list is filtered by. */
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
  const rest = layers.slice(MAX_SHADES)
  return {
    from,
    to,
    binMs,
    layers:
      rest.length < 2
        ? layers
        : [
            ...layers.slice(0, MAX_SHADES),
            {
              name: words.traffic.chart.otherSources({ count: rest.length }),
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

/** How many items a source received. */
export const itemsOf = (source: Counted["sources"][number]): number =>
  sum(source.accepted) + sum(source.duplicates) + sum(source.rejected) + sum(source.unassigned)

/** `11:57: 23 accepted, 1 rejected`. */
export const sayBin = (binned: Binned, at: number, zone: string): string => {
  const begin = binned.from + at * binned.binMs
  return words.traffic.chart.bin({
    at: inZone(begin, zone, "clock"),
    accepted: binned.accepted[at] ?? 0,
    others: binned.others[at] ?? 0,
    rejected: binned.rejected[at] ?? 0
  })
}

// Classes of values for the colours of a map: from 0 in round steps, five at most.
import { extentOf } from "../scale.ts"

const MAX_CLASSES = 5

/** ValueClasses are classes of values, each up to where the next begins. */
export interface ValueClasses {
  /** the value that each class begins at */
  readonly from: ReadonlyArray<number>
  /** Returns the place of the class of a value. */
  readonly placeOf: (value: number) => number
  /** Returns how dark a class is drawn, 0 to 1. */
  readonly share: (place: number) => number
}

/** Returns the least round step that leads to `most` in few enough. */
const stepOf = (most: number): number => {
  if (most === 0) return 1
  const least = most / MAX_CLASSES
  const power = 10 ** Math.floor(Math.log10(least))
  return [1, 2, 2.5, 5, 10].map((m) => m * power).find((step) => step >= least * (1 - 1e-9))!
}

/** Makes classes for values of 0 and more. */
export const valueClasses = (values: Iterable<number>): ValueClasses => {
  const [, most] = extentOf([0, ...values])
  const step = stepOf(most)
  // the greatest value alone is no class
  const count = Math.max(1, Math.ceil(most / step - 1e-9))
  const from = Array.from({ length: count }, (_, place) => Number((place * step).toPrecision(6)))
  return {
    from,
    placeOf: (value) =>
      Math.max(
        0,
        from.findLastIndex((begin) => begin <= value)
      ),
    share: (place) => (place + 1) / from.length
  }
}

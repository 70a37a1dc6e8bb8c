// Which number a square of a lattice has: an open-addressing table over flat arrays, because a Map of pairs
// costs hundreds of bytes a cell. Numbers are given in the order in which cells are first met, so nothing
// depends on how the table hashes.

/** Cells by their two coordinates, whole numbers of 32 bits. */
export interface CellIndex {
  /** how many cells there are */
  readonly size: () => number
  /** the number of a cell, given to it now if it is new */
  readonly add: (ix: number, iy: number) => number
  /** the number of a cell, or -1 */
  readonly find: (ix: number, iy: number) => number
}

const EMPTY_SLOT = -1

const hash = (ix: number, iy: number): number => {
  const mixed = Math.imul(ix, 0x9e3779b1) ^ Math.imul(iy, 0x85ebca6b)
  return (mixed ^ (mixed >>> 15)) >>> 0
}

/** Makes an empty index with room for `expected` cells; it grows beyond. */
export const makeCellIndex = (expected = 64): CellIndex => {
  let mask = 2 ** Math.ceil(Math.log2(Math.max(64, 2 * expected))) - 1
  let numbers = new Int32Array(mask + 1).fill(EMPTY_SLOT)
  let xs = new Int32Array((mask + 1) / 2)
  let ys = new Int32Array((mask + 1) / 2)
  let size = 0

  const slotOf = (ix: number, iy: number): number => {
    let slot = hash(ix, iy) & mask
    for (
      let number = numbers[slot]!;
      number !== EMPTY_SLOT && (xs[number] !== ix || ys[number] !== iy);
      number = numbers[slot]!
    )
      slot = (slot + 1) & mask
    return slot
  }

  const grow = (): void => {
    mask = 2 * mask + 1
    numbers = new Int32Array(mask + 1).fill(EMPTY_SLOT)
    const [oldXs, oldYs] = [xs, ys]
    xs = new Int32Array((mask + 1) / 2)
    ys = new Int32Array((mask + 1) / 2)
    xs.set(oldXs)
    ys.set(oldYs)
    for (let number = 0; number < size; number++) numbers[slotOf(xs[number]!, ys[number]!)] = number
  }

  const add = (ix: number, iy: number): number => {
    const slot = slotOf(ix, iy)
    const known = numbers[slot]!
    if (known !== EMPTY_SLOT) return known
    numbers[slot] = size
    xs[size] = ix
    ys[size] = iy
    size++
    if (size === xs.length) grow()
    return size - 1
  }

  return { size: () => size, add, find: (ix, iy) => numbers[slotOf(ix, iy)]! }
}

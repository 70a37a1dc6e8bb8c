// The edges of one ring or line, ready for many questions: a binary tree over them in their own order, each
// node with its box. A node wholly to one side of a point is answered without looking inside, so a question
// costs a few steps for 10,000 edges as for 10. Plain numbers in flat arrays: nothing is allocated by a
// question.

import type { Chain } from "./unwrap.ts"

/** Edges in a leaf. */
const LEAF_EDGES = 8

/** EdgeTree is a ring or line as a binary tree of its edges. */
export interface EdgeTree {
  /** The points of the chain; edge i runs from point i to i + 1. */
  readonly xs: Float64Array
  readonly ys: Float64Array
  readonly west: number
  readonly south: number
  readonly east: number
  readonly north: number
  /** Nodes in preorder. Four numbers a node: west, south, east, north. */
  readonly boxes: Float64Array
  /** First and last _point_ of the stretch of edges below the node. */
  readonly first: Uint32Array
  readonly last: Uint32Array
  /** The node to go on with when this one is done; of a leaf it is simply the next. */
  readonly skip: Uint32Array
}

/** Makes the tree of a chain; a single point counts as an edge from itself to itself. */
export const makeEdgeTree = (chain: Chain): EdgeTree => {
  const alone = chain.xs.length === 1
  const xs = alone ? Float64Array.of(chain.xs[0]!, chain.xs[0]!) : chain.xs
  const ys = alone ? Float64Array.of(chain.ys[0]!, chain.ys[0]!) : chain.ys
  const boxes: Array<number> = []
  const first: Array<number> = []
  const last: Array<number> = []
  const skip: Array<number> = []
  const grow = (from: number, to: number): void => {
    const node = first.length
    first.push(from)
    last.push(to)
    skip.push(0)
    const box = [Infinity, Infinity, -Infinity, -Infinity]
    for (let i = from; i <= to; i++) {
      box[0] = Math.min(box[0]!, xs[i]!)
      box[1] = Math.min(box[1]!, ys[i]!)
      box[2] = Math.max(box[2]!, xs[i]!)
      box[3] = Math.max(box[3]!, ys[i]!)
    }
    boxes.push(...box)
    if (to - from > LEAF_EDGES) {
      const middle = (from + to) >> 1
      grow(from, middle)
      grow(middle, to)
    }
    skip[node] = first.length
  }
  grow(0, xs.length - 1)
  const [west, south, east, north] = boxes
  return {
    xs,
    ys,
    west: west!,
    south: south!,
    east: east!,
    north: north!,
    boxes: Float64Array.from(boxes),
    first: Uint32Array.from(first),
    last: Uint32Array.from(last),
    skip: Uint32Array.from(skip)
  }
}

// Files that need each other, types included: none of them can be read, tested or moved alone.
import { posix } from "node:path"
import { readSource } from "./readSource.ts"

/** Circles among files: path from the root to text. Each is named by the files in it (Tarjan 1972). */
export const inspectCircles = (files: ReadonlyMap<string, string>): ReadonlyArray<string> => {
  const needs = new Map<string, ReadonlyArray<string>>()
  for (const [path, text] of files) {
    const found = readSource(path, text).imports.map(({ target }) => posix.join(posix.dirname(path), target))
    needs.set(
      path,
      found.filter((target) => files.has(target))
    )
  }
  const order = new Map<string, number>(),
    lowest = new Map<string, number>()
  const open: Array<string> = [],
    circles: Array<string> = []
  const visit = (path: string): void => {
    order.set(path, order.size)
    lowest.set(path, order.get(path)!)
    open.push(path)
    for (const next of needs.get(path)!) {
      if (!order.has(next)) visit(next)
      if (open.includes(next)) lowest.set(path, Math.min(lowest.get(path)!, lowest.get(next)!))
    }
    if (lowest.get(path) !== order.get(path)) return
    const circle = open.splice(open.indexOf(path))
    if (circle.length > 1) circles.push(circle.toSorted().join(" and "))
  }
  for (const path of files.keys()) if (!order.has(path)) visit(path)
  return circles
}

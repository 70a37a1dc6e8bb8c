// How long answers take, for `/metrics`: by method, route and class of status. A route is a path of the
// contract, never an address, so that there are no more series than routes; whatever has none is counted as
// `none`.
import { Effect, Metric } from "effect"
import type { Route } from "./allowedMethods.ts"

/** Seconds. */
const DURATIONS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]

/** Paths whose routes are remembered. */
const KNOWN = 1000

const methods = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"])

interface Node {
  route: string | null
  readonly fixed: Map<string, Node>
  any: Node | null
}
const node = (): Node => ({ route: null, fixed: new Map(), any: null })

const find = (at: Node, steps: ReadonlyArray<string>, i: number): string | null => {
  if (i === steps.length) return at.route
  const fixed = at.fixed.get(steps[i]!)
  return (
    (fixed === undefined ? null : find(fixed, steps, i + 1)) ??
    (at.any === null || steps[i] === "" ? null : find(at.any, steps, i + 1))
  )
}

/** The route that a path (without its query) belongs to, as the OpenAPI document writes it; null: none. */
export const makeRouteOf = (routes: ReadonlyArray<Route>): ((path: string) => string | null) => {
  const root = node()
  for (const [, path] of routes) {
    let at = root
    for (const step of path.replace(/\/$/, "").split("/")) {
      if (step.startsWith(":")) at = at.any ??= node()
      else {
        const next = at.fixed.get(step) ?? node()
        at.fixed.set(step, next)
        at = next
      }
    }
    at.route = path.replace(/(?<=.)\/$/, "").replaceAll(/:(\w+)/g, "{$1}")
  }
  return (path) => find(root, (path.endsWith("/") ? path.slice(0, -1) : path).split("/"), 0)
}

/** Counts answers: `(method, path, status, seconds)`; the path without its query. */
export const requestDurations = (routes: ReadonlyArray<Route>) => {
  const routeOf = makeRouteOf(routes)
  const series = new Map<string, Metric.Histogram<number>>()
  // devices ask by the same few paths all day
  const known = new Map<string, string>()
  const knownRouteOf = (path: string): string => {
    const found = known.get(path)
    if (found !== undefined) return found
    if (known.size >= KNOWN) known.clear()
    const route = routeOf(path) ?? "none"
    known.set(path, route)
    return route
  }
  return (method: string, path: string, status: number, seconds: number): Effect.Effect<void> =>
    Effect.suspend(() => {
      const attributes = {
        method: methods.has(method) ? method : "other",
        route: knownRouteOf(path),
        status: `${Math.floor(status / 100)}xx`
      }
      const key = `${attributes.method} ${attributes.route} ${attributes.status}`
      let one = series.get(key)
      if (one === undefined) {
        one = Metric.histogram("pugmark_http_request_duration_seconds", {
          description: "From a request to the beginning of its answer, by route and class of status",
          boundaries: DURATIONS,
          attributes
        })
        series.set(key, one)
      }
      return Metric.update(one, seconds)
    })
}

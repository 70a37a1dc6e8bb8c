// Durations of requests for `/metrics`, by method, route and class of status. A route is a path pattern of
// the contract, never a path, so that the number of series is bounded; paths without a route are counted as
// `none`.
import { Effect, Metric } from "effect"
import type { Route } from "./allowedMethods.ts"

/** `BUCKET_BOUNDS_SECONDS` are the upper bounds of the histogram's buckets. */
const BUCKET_BOUNDS_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]

/** `MAX_CACHED_PATHS` bounds the paths whose route is cached. */
const MAX_CACHED_PATHS = 1000

const methods = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"])

interface Node {
  route: string | null
  readonly fixed: Map<string, Node>
  any: Node | null
}
const makeNode = (): Node => ({ route: null, fixed: new Map(), any: null })

const matchRoute = (current: Node, steps: ReadonlyArray<string>, i: number): string | null => {
  if (i === steps.length) return current.route
  const fixed = current.fixed.get(steps[i]!)
  return (
    (fixed === undefined ? null : matchRoute(fixed, steps, i + 1)) ??
    (current.any === null || steps[i] === "" ? null : matchRoute(current.any, steps, i + 1))
  )
}

/**
 * Makes the function that returns the route of a path (without its query), as the OpenAPI document writes it;
 * null: no route.
 */
export const makeRouteOf = (routes: ReadonlyArray<Route>): ((path: string) => string | null) => {
  const root = makeNode()
  for (const [, path] of routes) {
    let current = root
    for (const step of path.replace(/\/$/, "").split("/")) {
      if (step.startsWith(":")) current = current.any ??= makeNode()
      else {
        const next = current.fixed.get(step) ?? makeNode()
        current.fixed.set(step, next)
        current = next
      }
    }
    current.route = path.replace(/(?<=.)\/$/, "").replaceAll(/:(\w+)/g, "{$1}")
  }
  return (path) => matchRoute(root, (path.endsWith("/") ? path.slice(0, -1) : path).split("/"), 0)
}

/** Makes the function that counts an answer: `(method, path, status, seconds)`, the path without its query. */
export const requestDurations = (routes: ReadonlyArray<Route>) => {
  const routeOf = makeRouteOf(routes)
  const series = new Map<string, Metric.Histogram<number>>()
  // devices request the same few paths all day
  const cachedRoutes = new Map<string, string>()
  const cachedRouteOf = (path: string): string => {
    const cachedRoute = cachedRoutes.get(path)
    if (cachedRoute !== undefined) return cachedRoute
    if (cachedRoutes.size >= MAX_CACHED_PATHS) cachedRoutes.clear()
    const route = routeOf(path) ?? "none"
    cachedRoutes.set(path, route)
    return route
  }
  return (method: string, path: string, status: number, seconds: number): Effect.Effect<void> =>
    Effect.suspend(() => {
      const attributes = {
        method: methods.has(method) ? method : "other",
        route: cachedRouteOf(path),
        status: `${Math.floor(status / 100)}xx`
      }
      const key = `${attributes.method} ${attributes.route} ${attributes.status}`
      let histogram = series.get(key)
      if (histogram === undefined) {
        histogram = Metric.histogram("pugmark_http_request_duration_seconds", {
          description: "From a request to the beginning of its answer, by route and class of status",
          boundaries: BUCKET_BOUNDS_SECONDS,
          attributes
        })
        series.set(key, histogram)
      }
      return Metric.update(histogram, seconds)
    })
}

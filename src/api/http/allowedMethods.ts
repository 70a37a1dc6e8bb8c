// The methods that a path has, from the contract: a wrong method is answered with 405 and a wrong path with
// 404.
import * as HttpApi from "effect/http-api/HttpApi"
import type * as HttpApiGroup from "effect/http-api/HttpApiGroup"

/** `Route` is a method and a path pattern with `:name` parameters. */
export type Route = readonly [method: string, path: string]

/** Returns the routes of an API. */
export const routesOf = <Id extends string, Groups extends HttpApiGroup.Constraint>(
  api: HttpApi.HttpApi<Id, Groups>
): ReadonlyArray<Route> => {
  const routes: Array<Route> = []
  HttpApi.reflect(api, {
    onGroup: () => {},
    onEndpoint: ({ endpoint }) => {
      routes.push([endpoint.method, endpoint.path])
    }
  })
  return routes
}

const patternOf = (path: string): RegExp =>
  new RegExp(
    `^${path.replace(/\/$/, "").replaceAll(".", "\\.").replaceAll(/:\w+/g, "[^/]+").replace("*", ".+")}/?$`
  )

/**
 * Makes the function that returns the methods of the routes that match a path (without its query), sorted,
 * with HEAD where there is GET; an empty list if no route matches.
 */
export const makeAllowedMethods = (
  routes: ReadonlyArray<Route>
): ((path: string) => ReadonlyArray<string>) => {
  const patterns = routes.map(([method, path]) => [method, patternOf(path)] as const)
  return (path) => {
    const methods = patterns.flatMap(([method, pattern]) =>
      pattern.test(path) ? (method === "GET" ? ["GET", "HEAD"] : [method]) : []
    )
    return [...new Set(methods)].sort()
  }
}

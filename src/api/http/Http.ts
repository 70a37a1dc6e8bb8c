// Assembles the HTTP server: the routes of the contract, the console, documentation, health, OAuth and mounts.
import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import { Layer } from "effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import * as HttpRouter from "effect/http/HttpRouter"
import type { ListenOptions } from "node:net"
import { Api } from "../../contract/Api.ts"
import { AuthorizationServer, CodeLifetime } from "../authorization/AuthorizationServer.ts"
import { OauthLive, oauthRoutes } from "../authorization/oauthRoutes.ts"
import { makeResource, ProtectedResource } from "../authorization/ProtectedResource.ts"
import { ConsoleLive, consoleRoutes } from "../console/consoleRoutes.ts"
import { requestMiddleware } from "./requestMiddleware.ts"
import { makeAllowedMethods, type Route, routesOf } from "./allowedMethods.ts"
import { makeClientAddress } from "./clientAddress.ts"
import { CorsOrigins, makeCors } from "./cors.ts"
import { DemoFarms, type StartDemo } from "../demo/DemoFarms.ts"
import { DocumentationLive, documentationRoutes } from "./documentation.ts"
import { HealthLive, healthRoutes } from "./healthRoutes.ts"
import { ingestFastPath } from "../ingest/ingestFastPath.ts"
import { websocketIngest, WebsocketRoute, websocketRoutes } from "../ingest/websocketIngest.ts"
import { BasemapLive, basemapRoutes } from "../map/basemapRoute.ts"
import { MapPolicy } from "../map/MapPolicy.ts"
import { nodeServer, type NodeServerOptions } from "./server/nodeServer.ts"
import { PrometheusLive, prometheusRoutes } from "./prometheus.ts"
import { requestDurations } from "./requestDurations.ts"
import { makeSessionPolicy, SessionPolicy } from "../access/SessionPolicy.ts"
import { watchSlowBodies } from "./SlowBodies.ts"
import { ShutdownLatch } from "./ShutdownLatch.ts"
import { makeIsAllowedHost } from "./trustedHosts.ts"
import { Audience } from "../../store/access/ClientAccesses.ts"
import { Handlers } from "../groups/Handlers.ts"

/**
 * `Mount` adds routes of another protocol, such as MCP; its layer needs the services of the API's routes, and
 * `R`.
 */
export interface Mount<R = never> {
  readonly routes: ReadonlyArray<Route>
  readonly layer: Layer.Layer<never, never, Layer.Services<typeof ApiLive> | R>
}

/** `HeldPort` is a port that the process bound before its server exists. */
export interface HeldPort {
  /** Stops answering on the port, and returns the listen options for the server. */
  readonly handOver: () => ListenOptions
}

/** `HttpOptions` are the settings of the server. */
export interface HttpOptions<R = never> extends NodeServerOptions {
  readonly port: number
  readonly host: string
  /** the port, if it is bound already */
  readonly held?: HeldPort | null
  /** the address at which clients reach the service; https adds HSTS */
  readonly publicUrl: string
  /** host names that are answered, in addition to the public one and this machine's own */
  readonly trustedHosts?: ReadonlyArray<string>
  /** foreign origins whose pages may use the API with a token */
  readonly corsOrigins?: ReadonlyArray<string>
  /** starts a requested demo; without it demos are refused */
  readonly demos?: StartDemo
  /** where base maps come from; by default the console's own */
  readonly map?: MapPolicy
  /** routes of other protocols, behind the same host check, headers, limits and log */
  readonly mounts?: ReadonlyArray<Mount<R>>
  /** the address for AI clients; null or absent: the one it listens on */
  readonly clientsUrl?: string | null
  /** lifetime of an authorization code, seconds */
  readonly codeSeconds?: number
  /** missing members are set by `makeSessionPolicy` */
  readonly sessions?: Partial<Omit<SessionPolicy, "publicUrl">>
}

const extraRoutes: ReadonlyArray<Route> = [
  ...consoleRoutes,
  ...basemapRoutes,
  ...documentationRoutes,
  ...healthRoutes,
  ...oauthRoutes,
  ...prometheusRoutes,
  ...websocketRoutes
]

/**
 * `ApiLive` is all routes. It needs the stores, and `Runs` on a pool of its own so that analyses block no
 * request.
 */
const ApiLive = Layer.mergeAll(
  HttpApiBuilder.layer(Api).pipe(Layer.provide(Handlers)),
  ConsoleLive,
  BasemapLive,
  DocumentationLive,
  HealthLive,
  OauthLive,
  PrometheusLive,
  WebsocketRoute
)

/**
 * `httpLayer` listens and provides `HttpServer`, whose address tells the port if 0 was requested. Needs the
 * stores.
 */
export const httpLayer = <R = never>(options: HttpOptions<R>) =>
  Layer.suspend(() => {
    const server = nodeServer(options)
    server.isAllowedHost = makeIsAllowedHost(options.publicUrl, options.trustedHosts ?? [])
    const mounts = options.mounts ?? []
    const routes = [...routesOf(Api), ...extraRoutes, ...mounts.flatMap((mount) => mount.routes)],
      origins = new Set(options.corsOrigins),
      resource = makeResource(options.clientsUrl ?? null, options.host, server)
    const sessions = makeSessionPolicy(options.publicUrl, options.sessions)
    const accessOptions = {
      allowedMethods: makeAllowedMethods(routes),
      clientAddress: makeClientAddress(sessions.trustedProxies),
      cors: makeCors(origins),
      counts: requestDurations(routes),
      https: options.publicUrl.startsWith("https:")
    }
    const all = mounts.reduce<Mount<R>["layer"]>((layers, { layer }) => Layer.merge(layers, layer), ApiLive)
    return ShutdownLatch.beforeClose.pipe(
      Layer.provideMerge(
        HttpRouter.serve(
          all.pipe(Layer.provide(AuthorizationServer.layer), Layer.provide(requestMiddleware(accessOptions))),
          {
            disableLogger: true,
            disableListenLog: true
          }
        )
      ),
      // closes after the routes have ended, and before the port
      Layer.provideMerge(
        Layer.merge(ingestFastPath(server, accessOptions), websocketIngest(server, accessOptions))
      ),
      Layer.provideMerge(
        Layer.suspend(() =>
          NodeHttpServer.layer(() => server, {
            ...(options.held?.handOver() ?? { port: options.port, host: options.host }),
            gracefulShutdownTimeout: "5 seconds"
          })
        )
      ),
      Layer.provide(ShutdownLatch.layer),
      Layer.provide(watchSlowBodies),
      Layer.provide(Layer.succeed(ProtectedResource, resource)),
      Layer.provide(Layer.succeed(Audience, () => resource()?.resource ?? null)),
      Layer.provide(
        options.codeSeconds === undefined ? Layer.empty : Layer.succeed(CodeLifetime, options.codeSeconds)
      ),
      Layer.provide(Layer.succeed(CorsOrigins, origins)),
      Layer.provide(Layer.succeed(DemoFarms, options.demos ?? null)),
      Layer.provide(options.map === undefined ? Layer.empty : Layer.succeed(MapPolicy, options.map)),
      Layer.provide(Layer.succeed(SessionPolicy, sessions))
    )
  })

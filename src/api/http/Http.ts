// Serves the contract: every group, the documentation, and what surrounds them.
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
import { access } from "./access.ts"
import { makeAllowedMethods, type Route, routesOf } from "./allowedMethods.ts"
import { makeClientAddress } from "./clientAddress.ts"
import { CorsOrigins, makeCors } from "./cors.ts"
import { DemoFarms, type StartDemo } from "../demo/DemoFarms.ts"
import { DocumentationLive, documentationRoutes } from "./documentation.ts"
import { HealthLive, healthRoutes } from "./health.ts"
import { ingestLane } from "../ingest/ingestLane.ts"
import { websocketLane, WebsocketRoute, websocketRoutes } from "../ingest/websocketLane.ts"
import { BasemapLive, basemapRoutes } from "../map/basemapRoute.ts"
import { MapPolicy } from "../map/MapPolicy.ts"
import { nodeServer, type NodeServerOptions } from "./nodeServer.ts"
import { PrometheusLive, prometheusRoutes } from "./prometheus.ts"
import { requestDurations } from "./requestDurations.ts"
import { policyOf, SessionPolicy } from "../access/SessionPolicy.ts"
import { watchSlowBodies } from "./SlowBodies.ts"
import { Stopping } from "./Stopping.ts"
import { trustsHost } from "./trustedHosts.ts"
import { Audience } from "../../store/access/ClientAccesses.ts"
import { Handlers } from "../groups/Handlers.ts"

/** A door that speaks otherwise than REST. It needs what the API's own routes need, and `R`. */
export interface Door<R = never> {
  readonly routes: ReadonlyArray<Route>
  readonly layer: Layer.Layer<never, never, Layer.Services<typeof ApiLive> | R>
}

/** A port that this process has bound. */
export interface HeldPort {
  /** Stops answering, and gives what a server listens with in place of host and port. */
  readonly handOver: () => ListenOptions
}

export interface HttpOptions<R = never> extends NodeServerOptions {
  readonly port: number
  readonly host: string
  /** the port, where it is bound already */
  readonly held?: HeldPort | null
  /** how callers reach the service; https adds HSTS */
  readonly publicUrl: string
  /** names and addresses that callers may ask by besides the public one and this machine's own */
  readonly trustedHosts?: ReadonlyArray<string>
  /** origins of pages, besides our own, that may use the API with a token */
  readonly corsOrigins?: ReadonlyArray<string>
  /** who takes demos in hand that are asked for; nobody unless given */
  readonly demos?: StartDemo
  /** where the ground of maps comes from; nothing said: from the console itself */
  readonly map?: MapPolicy
  /** doors beside the API, behind the same host check, headers, limits and log */
  readonly doors?: ReadonlyArray<Door<R>>
  /** where AI clients find the service; null or nothing said: where it listens */
  readonly clientsUrl?: string | null
  /** seconds that a code for an AI client may be redeemed in */
  readonly codeSeconds?: number
  /** what is not said here is as `policyOf` has it */
  readonly sessions?: Partial<Omit<SessionPolicy, "publicUrl">>
}

const besides: ReadonlyArray<Route> = [
  ...consoleRoutes,
  ...basemapRoutes,
  ...documentationRoutes,
  ...healthRoutes,
  ...oauthRoutes,
  ...prometheusRoutes,
  ...websocketRoutes
]

/** All routes. Needs the stores, and `Runs` on connections of its own, so that analyses hold up nobody. */
export const ApiLive = Layer.mergeAll(
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
 * The API on a port; the layer gives `HttpServer`, whose address tells the port where 0 was asked for. Needs
 * the stores.
 */
export const httpLayer = <R = never>(options: HttpOptions<R>) =>
  Layer.suspend(() => {
    const server = nodeServer(options)
    server.trusts = trustsHost(options.publicUrl, options.trustedHosts ?? [])
    const doors = options.doors ?? []
    const routes = [...routesOf(Api), ...besides, ...doors.flatMap((door) => door.routes)],
      origins = new Set(options.corsOrigins),
      resource = makeResource(options.clientsUrl ?? null, options.host, server)
    const sessions = policyOf(options.publicUrl, options.sessions)
    const answering = {
      allowedMethods: makeAllowedMethods(routes),
      clientAddress: makeClientAddress(sessions.trustedProxies),
      cors: makeCors(origins),
      counts: requestDurations(routes),
      https: options.publicUrl.startsWith("https:")
    }
    const all = doors.reduce<Door<R>["layer"]>((layers, { layer }) => Layer.merge(layers, layer), ApiLive)
    return Stopping.beforeClose.pipe(
      Layer.provideMerge(
        HttpRouter.serve(
          all.pipe(Layer.provide(AuthorizationServer.layer), Layer.provide(access(answering))),
          {
            disableLogger: true,
            disableListenLog: true
          }
        )
      ),
      // closes after the routes have had their time to end, and before the port
      Layer.provideMerge(Layer.merge(ingestLane(server, answering), websocketLane(server, answering))),
      Layer.provideMerge(
        Layer.suspend(() =>
          NodeHttpServer.layer(() => server, {
            ...(options.held?.handOver() ?? { port: options.port, host: options.host }),
            gracefulShutdownTimeout: "5 seconds"
          })
        )
      ),
      Layer.provide(Stopping.layer),
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

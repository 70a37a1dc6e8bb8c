// Serves the contract: every group, the documentation, and what surrounds them.
import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import { Layer } from "effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import * as HttpApiScalar from "effect/http-api/HttpApiScalar"
import * as HttpRouter from "effect/http/HttpRouter"
import { Api } from "../contract/Api.ts"
import { Alerts } from "../store/Alerts.ts"
import { EntityAssignments, ProjectAssignments } from "../store/Assignments.ts"
import { DataSources } from "../store/DataSources.ts"
import { Devices } from "../store/Devices.ts"
import { Entities } from "../store/Entities.ts"
import { EntityTypes } from "../store/EntityTypes.ts"
import { EventFeed } from "../store/EventFeed.ts"
import { Events } from "../store/Events.ts"
import { Features } from "../store/Features.ts"
import { Groups } from "../store/Groups.ts"
import { Health } from "../store/Health.ts"
import { LiveMap } from "../store/LiveMap.ts"
import { Metrics } from "../store/Metrics.ts"
import { PositionFeed } from "../store/PositionFeed.ts"
import { Positions } from "../store/Positions.ts"
import { Projects } from "../store/Projects.ts"
import { Rules } from "../store/Rules.ts"
import { RuleStates } from "../store/RuleStates.ts"
import { Tokens } from "../store/Tokens.ts"
import { Traces } from "../store/Traces.ts"
import { UnknownIdentities } from "../store/UnknownIdentities.ts"
import { access } from "./access.ts"
import { AlertsLive } from "./alerts.ts"
import { makeAllowedMethods, type Route, routesOf } from "./allowedMethods.ts"
import { AuthenticateLive } from "./authenticate.ts"
import { DataSourcesLive, UnknownIdentitiesLive } from "./dataSources.ts"
import { DevicesLive, ProjectAssignmentsLive } from "./devices.ts"
import { EntitiesLive } from "./entities.ts"
import { EntityAssignmentsLive } from "./entityAssignments.ts"
import { EntityTypesLive } from "./entityTypes.ts"
import { EventsLive } from "./events.ts"
import { FeaturesLive } from "./features.ts"
import { GroupsLive } from "./groups.ts"
import { HealthLive, healthRoutes } from "./health.ts"
import { IngestLive } from "./ingest.ts"
import { LiveLive } from "./live.ts"
import { MetricsLive } from "./metrics.ts"
import { nodeServer, type NodeServerOptions } from "./nodeServer.ts"
import { PermitLive } from "./permit.ts"
import { PositionsLive } from "./positions.ts"
import { ProjectsLive } from "./projects.ts"
import { ReadRequestLive } from "./readRequest.ts"
import { RulesLive } from "./rules.ts"
import { Stopping } from "./Stopping.ts"
import { TracesLive } from "./traces.ts"

export interface HttpOptions extends NodeServerOptions {
  readonly port: number
  readonly host: string
  /** how callers reach the service; https adds HSTS */
  readonly publicUrl: string
}

const OPENAPI = "/api/v1/openapi.json"
const DOCS = "/docs"
const besides: ReadonlyArray<Route> = [["GET", OPENAPI], ["GET", DOCS], ...healthRoutes]

/** The handlers of every group; one line each. */
const Handlers = Layer.mergeAll(
  AlertsLive,
  DataSourcesLive,
  DevicesLive,
  EntitiesLive,
  EntityAssignmentsLive,
  EntityTypesLive,
  EventsLive,
  FeaturesLive,
  GroupsLive,
  IngestLive,
  LiveLive,
  MetricsLive,
  PositionsLive,
  ProjectAssignmentsLive,
  ProjectsLive,
  RulesLive,
  TracesLive,
  UnknownIdentitiesLive
).pipe(Layer.provide([AuthenticateLive, PermitLive, ReadRequestLive]))

/** What the groups read and write. All of them need nothing but the pool of the role `pugmark_api`. */
export const ApiStores = Layer.mergeAll(
  DataSources.layer,
  Devices.layer,
  Entities.layer,
  EntityAssignments.layer,
  EntityTypes.layer,
  EventFeed.layer,
  Features.layer,
  Groups.layer,
  Health.layer,
  LiveMap.layer,
  Metrics.layer,
  PositionFeed.layer,
  Positions.layer,
  ProjectAssignments.layer,
  Projects.layer,
  Rules.layer,
  RuleStates.layer,
  Tokens.layer,
  Traces.layer,
  UnknownIdentities.layer
).pipe(Layer.provideMerge(Layer.mergeAll(Alerts.layer, Events.layer)))

/** All routes. Needs the stores. */
export const ApiLive = Layer.mergeAll(
  HttpApiBuilder.layer(Api, { openapiPath: OPENAPI }).pipe(Layer.provide(Handlers)),
  HttpApiScalar.layer(Api, { path: DOCS, scalar: { withDefaultFonts: false } }),
  HealthLive
)

/** The API on a port; the layer gives `HttpServer`, whose address tells the port where 0 was asked for. Needs the stores. */
export const httpLayer = (options: HttpOptions) =>
  Stopping.beforeClose.pipe(
    Layer.provideMerge(HttpRouter.serve(
      Layer.provide(ApiLive, access({ allowedMethods: makeAllowedMethods([...routesOf(Api), ...besides]), https: options.publicUrl.startsWith("https:") })),
      { disableLogger: true, disableListenLog: true }
    )),
    Layer.provideMerge(NodeHttpServer.layer(() => nodeServer(options), { port: options.port, host: options.host, gracefulShutdownTimeout: "5 seconds" })),
    Layer.provide(Stopping.layer)
  )

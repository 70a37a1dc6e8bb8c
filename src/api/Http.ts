// Serves the contract: every group, the documentation, and what surrounds them.
import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import { Layer } from "effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import * as HttpRouter from "effect/http/HttpRouter"
import { Api } from "../contract/Api.ts"
import { Alerts } from "../store/Alerts.ts"
import { EntityAssignments, ProjectAssignments } from "../store/Assignments.ts"
import { AuditLog } from "../store/AuditLog.ts"
import { Automations } from "../store/Automations.ts"
import { Curations } from "../store/Curations.ts"
import { DataSources } from "../store/DataSources.ts"
import { Deliveries } from "../store/Deliveries.ts"
import { Devices } from "../store/Devices.ts"
import { Entities } from "../store/Entities.ts"
import { EntityTypes } from "../store/EntityTypes.ts"
import { EventFeed } from "../store/EventFeed.ts"
import { Events } from "../store/Events.ts"
import { Evidence } from "../store/Evidence.ts"
import { Exports } from "../store/Exports.ts"
import { Features } from "../store/Features.ts"
import { Groups } from "../store/Groups.ts"
import { Health } from "../store/Health.ts"
import { Jobs } from "../store/Jobs.ts"
import { LiveMap } from "../store/LiveMap.ts"
import { LoginAttempts } from "../store/LoginAttempts.ts"
import { LatestValues } from "../store/LatestValues.ts"
import { Measurements } from "../store/Measurements.ts"
import { MetricSeries } from "../store/MetricSeries.ts"
import { Members } from "../store/Members.ts"
import { Memberships } from "../store/Memberships.ts"
import { Metrics } from "../store/Metrics.ts"
import { NeedsAttention } from "../store/NeedsAttention.ts"
import { Passwords } from "../store/Passwords.ts"
import { PositionFeed } from "../store/PositionFeed.ts"
import { Positions } from "../store/Positions.ts"
import { ProjectMetrics } from "../store/ProjectMetrics.ts"
import { Projects } from "../store/Projects.ts"
import { Roles } from "../store/Roles.ts"
import { Rules } from "../store/Rules.ts"
import { RuleStates } from "../store/RuleStates.ts"
import { RuleTests } from "../store/RuleTests.ts"
import { Sessions } from "../store/Sessions.ts"
import { Snoozes } from "../store/Snoozes.ts"
import { Standings } from "../store/Standings.ts"
import { SystemFacts } from "../store/SystemFacts.ts"
import { TelegramChats } from "../store/TelegramChats.ts"
import { Tokens } from "../store/Tokens.ts"
import { Traces } from "../store/Traces.ts"
import { Traffic } from "../store/Traffic.ts"
import { UnknownIdentities } from "../store/UnknownIdentities.ts"
import { Users } from "../store/Users.ts"
import { Visibilities } from "../store/Visibilities.ts"
import { WorkerMetrics } from "../store/WorkerMetrics.ts"
import { access } from "./access.ts"
import { AlertsLive } from "./alerts.ts"
import { AnalysesLive, AnalysisModulesLive } from "./analyses.ts"
import { makeAllowedMethods, type Route, routesOf } from "./allowedMethods.ts"
import { AuditLive } from "./audit.ts"
import { AuthenticateLive } from "./authenticate.ts"
import { AutomationsLive } from "./automations.ts"
import { CorsOrigins, makeCors } from "./cors.ts"
import { CurationsLive } from "./curations.ts"
import { DataSourcesLive } from "./dataSources.ts"
import { DeliveriesLive } from "./deliveries.ts"
import { DevicesLive, ProjectAssignmentsLive } from "./devices.ts"
import { DiagnosticsLive } from "./diagnostics.ts"
import { DocumentationLive, documentationRoutes } from "./documentation.ts"
import { EntitiesLive } from "./entities.ts"
import { EntityAssignmentsLive } from "./entityAssignments.ts"
import { EntityTypesLive } from "./entityTypes.ts"
import { EventsLive } from "./events.ts"
import { ExportsLive } from "./exports.ts"
import { FeaturesLive } from "./features.ts"
import { GroupsLive } from "./groups.ts"
import { HealthLive, healthRoutes } from "./health.ts"
import { IngestLive } from "./ingest.ts"
import { ingestLane } from "./ingestLane.ts"
import { JobsLive } from "./jobs.ts"
import { LiveLive } from "./live.ts"
import { MeasurementsLive } from "./measurements.ts"
import { MembersLive } from "./members.ts"
import { MetricsLive, ProjectMetricsLive } from "./metrics.ts"
import { nodeServer, type NodeServerOptions } from "./nodeServer.ts"
import { PermissionsLive } from "./permissions.ts"
import { PermitLive } from "./permit.ts"
import { PositionsLive } from "./positions.ts"
import { ProjectsLive } from "./projects.ts"
import { PrometheusLive, prometheusRoutes } from "./prometheus.ts"
import { ReadRequestLive } from "./readRequest.ts"
import { requestDurations } from "./requestDurations.ts"
import { RolesLive } from "./roles.ts"
import { RulesLive } from "./rules.ts"
import { RuleTestsLive } from "./ruleTests.ts"
import { LoginLive, SessionLive } from "./session.ts"
import { policyOf, SessionPolicy } from "./SessionPolicy.ts"
import { SnoozesLive } from "./snoozes.ts"
import { Stopping } from "./Stopping.ts"
import { TelegramLive } from "./telegram.ts"
import { TokensLive } from "./tokens.ts"
import { TracesLive } from "./traces.ts"
import { trustsHost } from "./trustedHosts.ts"
import { UnknownIdentitiesLive } from "./unknownIdentities.ts"
import { UsersLive } from "./users.ts"

export interface HttpOptions extends NodeServerOptions {
  readonly port: number
  readonly host: string
  /** how callers reach the service; https adds HSTS */
  readonly publicUrl: string
  /** names and addresses that callers may ask by besides the public one and this machine's own */
  readonly trustedHosts?: ReadonlyArray<string>
  /** origins of pages, besides our own, that may use the API with a token */
  readonly corsOrigins?: ReadonlyArray<string>
  /** what is not said here is as `policyOf` has it */
  readonly sessions?: Partial<Omit<SessionPolicy, "publicUrl">>
}

const besides: ReadonlyArray<Route> = [...documentationRoutes, ...healthRoutes, ...prometheusRoutes]

/** The handlers of every group; one line each. */
const Handlers = Layer.mergeAll(
  AlertsLive,
  AnalysesLive,
  AnalysisModulesLive,
  AuditLive,
  AutomationsLive,
  CurationsLive,
  DataSourcesLive,
  DeliveriesLive,
  DevicesLive,
  DiagnosticsLive,
  EntitiesLive,
  EntityAssignmentsLive,
  EntityTypesLive,
  EventsLive,
  ExportsLive,
  FeaturesLive,
  GroupsLive,
  IngestLive,
  JobsLive,
  LiveLive,
  LoginLive,
  MeasurementsLive,
  MembersLive,
  MetricsLive,
  ProjectMetricsLive,
  PermissionsLive,
  PositionsLive,
  ProjectAssignmentsLive,
  ProjectsLive,
  RolesLive,
  RulesLive,
  RuleTestsLive,
  SessionLive,
  SnoozesLive,
  TelegramLive,
  TokensLive,
  TracesLive,
  UnknownIdentitiesLive,
  UsersLive
).pipe(Layer.provide([AuthenticateLive, PermitLive, ReadRequestLive]))

/** What the groups read and write. All of them need nothing but the pool of the role `pugmark_api`. */
export const ApiStores = Layer.mergeAll(
  AuditLog.layer,
  Automations.layer,
  Curations.layer,
  DataSources.layer,
  Deliveries.layer,
  Devices.layer,
  Entities.layer,
  EntityAssignments.layer,
  EntityTypes.layer,
  EventFeed.layer,
  Evidence.layer,
  Exports.layer,
  Features.layer,
  Groups.layer,
  Health.layer,
  Jobs.layer,
  LatestValues.layer,
  LiveMap.layer,
  LoginAttempts.layer,
  Measurements.layer,
  Members.layer,
  Metrics.layer,
  MetricSeries.layer,
  ProjectMetrics.layer,
  NeedsAttention.layer,
  PositionFeed.layer,
  Positions.layer,
  ProjectAssignments.layer,
  Projects.layer,
  Roles.layer,
  Rules.layer,
  RuleStates.layer,
  RuleTests.layer,
  Sessions.layer,
  Snoozes.layer,
  Standings.layer,
  SystemFacts.layer,
  TelegramChats.layer,
  Tokens.layer,
  Traces.layer,
  Traffic.layer,
  UnknownIdentities.layer,
  Users.layer,
  WorkerMetrics.layer
).pipe(
  Layer.provideMerge(
    Layer.mergeAll(Alerts.layer, Events.layer, Memberships.layer, Passwords.layer, Visibilities.layer)
  )
)

/** All routes. Needs the stores, and `Runs` on connections of its own, so that analyses hold up nobody. */
export const ApiLive = Layer.mergeAll(
  HttpApiBuilder.layer(Api).pipe(Layer.provide(Handlers)),
  DocumentationLive,
  HealthLive,
  PrometheusLive
)

/**
 * The API on a port; the layer gives `HttpServer`, whose address tells the port where 0 was asked for. Needs
 * the stores.
 */
export const httpLayer = (options: HttpOptions) =>
  Layer.suspend(() => {
    const server = nodeServer(options)
    server.trusts = trustsHost(options.publicUrl, options.trustedHosts ?? [])
    const routes = [...routesOf(Api), ...besides],
      origins = new Set(options.corsOrigins)
    const answering = {
      allowedMethods: makeAllowedMethods(routes),
      cors: makeCors(origins),
      counts: requestDurations(routes),
      https: options.publicUrl.startsWith("https:")
    }
    return Stopping.beforeClose.pipe(
      Layer.provideMerge(
        HttpRouter.serve(Layer.provide(ApiLive, access(answering)), {
          disableLogger: true,
          disableListenLog: true
        })
      ),
      // closes after the routes have had their time to end, and before the port
      Layer.provideMerge(ingestLane(server, answering)),
      Layer.provideMerge(
        NodeHttpServer.layer(() => server, {
          port: options.port,
          host: options.host,
          gracefulShutdownTimeout: "5 seconds"
        })
      ),
      Layer.provide(Stopping.layer),
      Layer.provide(Layer.succeed(CorsOrigins, origins)),
      Layer.provide(Layer.succeed(SessionPolicy, policyOf(options.publicUrl, options.sessions)))
    )
  })

// Serves the contract: every group, the documentation, and what surrounds them.
import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import { Layer } from "effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import * as HttpRouter from "effect/http/HttpRouter"
import { Api } from "../../contract/Api.ts"
import { Alerts } from "../../store/events/Alerts.ts"
import { EntityAssignments } from "../../store/tracking/EntityAssignments.ts"
import { ProjectAssignments } from "../../store/tracking/ProjectAssignments.ts"
import { AuditLog } from "../../store/access/AuditLog.ts"
import { Automations } from "../../store/delivery/Automations.ts"
import { Curations } from "../../store/tracking/Curations.ts"
import { DataSources } from "../../store/intake/DataSources.ts"
import { Deliveries } from "../../store/delivery/Deliveries.ts"
import { Devices } from "../../store/tracking/Devices.ts"
import { Entities } from "../../store/tracking/Entities.ts"
import { EntityTypes } from "../../store/tracking/EntityTypes.ts"
import { EventFeed } from "../../store/events/EventFeed.ts"
import { Events } from "../../store/events/Events.ts"
import { Evidence } from "../../store/events/Evidence.ts"
import { Exports } from "../../store/exports/Exports.ts"
import { Features } from "../../store/tracking/Features.ts"
import { Groups } from "../../store/tracking/Groups.ts"
import { Health } from "../../store/system/Health.ts"
import { Jobs } from "../../store/jobs/Jobs.ts"
import { LiveMap } from "../../store/tracking/LiveMap.ts"
import { LoginAttempts } from "../../store/access/LoginAttempts.ts"
import { LatestValues } from "../../store/tracking/LatestValues.ts"
import { Measurements } from "../../store/tracking/Measurements.ts"
import { MetricSeries } from "../../store/tracking/MetricSeries.ts"
import { Members } from "../../store/access/Members.ts"
import { Memberships } from "../../store/access/Memberships.ts"
import { Metrics } from "../../store/tracking/Metrics.ts"
import { NeedsAttention } from "../../store/system/NeedsAttention.ts"
import { Passwords } from "../../passwords/Passwords.ts"
import { PositionFeed } from "../../store/tracking/PositionFeed.ts"
import { Positions } from "../../store/tracking/Positions.ts"
import { ProjectMetrics } from "../../store/tracking/ProjectMetrics.ts"
import { Projects } from "../../store/tracking/Projects.ts"
import { Roles } from "../../store/access/Roles.ts"
import { Rules } from "../../store/rules/Rules.ts"
import { RuleStates } from "../../store/rules/RuleStates.ts"
import { RuleTests } from "../../store/rules/RuleTests.ts"
import { Sessions } from "../../store/access/Sessions.ts"
import { Snoozes } from "../../store/rules/Snoozes.ts"
import { Standings } from "../../store/access/Standings.ts"
import { SystemFacts } from "../../store/system/SystemFacts.ts"
import { TelegramChats } from "../../store/delivery/TelegramChats.ts"
import { Tokens } from "../../store/access/Tokens.ts"
import { Traces } from "../../store/events/Traces.ts"
import { Traffic } from "../../store/system/Traffic.ts"
import { UnknownIdentities } from "../../store/tracking/UnknownIdentities.ts"
import { Users } from "../../store/access/Users.ts"
import { Visibilities } from "../../store/access/Visibilities.ts"
import { WorkerMetrics } from "../../store/system/WorkerMetrics.ts"
import { access } from "./access.ts"
import { AlertsLive } from "../groups/alerts.ts"
import { AnalysesLive, AnalysisModulesLive } from "../groups/analyses.ts"
import { makeAllowedMethods, type Route, routesOf } from "./allowedMethods.ts"
import { AuditLive } from "../groups/audit.ts"
import { AuthenticateLive } from "../access/authenticate.ts"
import { AutomationsLive } from "../groups/automations.ts"
import { CorsOrigins, makeCors } from "./cors.ts"
import { CurationsLive } from "../groups/curations.ts"
import { DataSourcesLive } from "../groups/dataSources.ts"
import { DeliveriesLive } from "../groups/deliveries.ts"
import { DevicesLive, ProjectAssignmentsLive } from "../groups/devices.ts"
import { DiagnosticsLive } from "../groups/diagnostics.ts"
import { DocumentationLive, documentationRoutes } from "./documentation.ts"
import { EntitiesLive } from "../groups/entities.ts"
import { EntityAssignmentsLive } from "../groups/entityAssignments.ts"
import { EntityTypesLive } from "../groups/entityTypes.ts"
import { EventsLive } from "../groups/events.ts"
import { ExportsLive } from "../groups/exports.ts"
import { FeaturesLive } from "../groups/features.ts"
import { GroupsLive } from "../groups/groups.ts"
import { HealthLive, healthRoutes } from "./health.ts"
import { IngestLive } from "../groups/ingest.ts"
import { ingestLane } from "../ingest/ingestLane.ts"
import { JobsLive } from "../groups/jobs.ts"
import { LiveLive } from "../groups/live.ts"
import { MeasurementsLive } from "../groups/measurements.ts"
import { MembersLive } from "../groups/members.ts"
import { MetricsLive, ProjectMetricsLive } from "../groups/metrics.ts"
import { nodeServer, type NodeServerOptions } from "./nodeServer.ts"
import { PermissionsLive } from "../groups/permissions.ts"
import { PermitLive } from "../access/permit.ts"
import { PositionsLive } from "../groups/positions.ts"
import { ProjectsLive } from "../groups/projects.ts"
import { PrometheusLive, prometheusRoutes } from "./prometheus.ts"
import { ReadRequestLive } from "./readRequest.ts"
import { requestDurations } from "./requestDurations.ts"
import { RolesLive } from "../groups/roles.ts"
import { RulesLive } from "../groups/rules.ts"
import { RuleTestsLive } from "../groups/ruleTests.ts"
import { LoginLive, SessionLive } from "../groups/session.ts"
import { policyOf, SessionPolicy } from "../access/SessionPolicy.ts"
import { SnoozesLive } from "../groups/snoozes.ts"
import { Stopping } from "./Stopping.ts"
import { TelegramLive } from "../groups/telegram.ts"
import { TokensLive } from "../groups/tokens.ts"
import { TracesLive } from "../groups/traces.ts"
import { trustsHost } from "./trustedHosts.ts"
import { UnknownIdentitiesLive } from "../groups/unknownIdentities.ts"
import { UsersLive } from "../groups/users.ts"

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

// Who answers what the contract promises: the handlers of every group.
import { Layer } from "effect"
import { AccountLive } from "./account.ts"
import { AlertsLive } from "./alerts.ts"
import { AnalysesLive } from "./analyses.ts"
import { AnalysisModulesLive } from "./analysisModules.ts"
import { AuditLive } from "./audit.ts"
import { AuthenticateLive } from "../access/authenticate.ts"
import { AutomationsLive } from "./automations.ts"
import { ClientsLive, ConsentsLive } from "./clients.ts"
import { ContactsLive } from "./contacts.ts"
import { CurationsLive } from "./curations.ts"
import { DataSourcesLive } from "./dataSources.ts"
import { DeliveriesLive } from "./deliveries.ts"
import { DemoLive } from "./demo.ts"
import { DevicesLive, ProjectAssignmentsLive } from "./devices.ts"
import { DiagnosticsLive } from "./diagnostics.ts"
import { EntitiesLive } from "./entities.ts"
import { EntityAssignmentsLive } from "./entityAssignments.ts"
import { EntityTypesLive } from "./entityTypes.ts"
import { EventsLive } from "./events.ts"
import { ExplanationsLive } from "./explanations.ts"
import { ExportsLive } from "./exports.ts"
import { FeaturesLive } from "./features.ts"
import { GroupsLive } from "./groups.ts"
import { IngestLive } from "./ingest.ts"
import { JobsLive } from "./jobs.ts"
import { LiveLive } from "./live.ts"
import { MapSettingsLive } from "./mapSettings.ts"
import { MeasurementsLive } from "./measurements.ts"
import { MembersLive } from "./members.ts"
import { MetricsLive, ProjectMetricsLive } from "./metrics.ts"
import { PermissionsLive } from "./permissions.ts"
import { PermitLive } from "../access/permit.ts"
import { PositionsLive } from "./positions.ts"
import { ProjectsLive } from "./projects.ts"
import { ReadRequestLive } from "../http/readRequest.ts"
import { RolesLive } from "./roles.ts"
import { RulesLive } from "./rules.ts"
import { RuleTestsLive } from "./ruleTests.ts"
import { SearchLive } from "./search.ts"
import { LoginLive, SessionLive } from "./session.ts"
import { SnoozesLive } from "./snoozes.ts"
import { TelegramLive } from "./telegram.ts"
import { TimelineLive } from "./timeline.ts"
import { TokensLive } from "./tokens.ts"
import { Turns } from "../past/TestTurns.ts"
import { TracesLive } from "./traces.ts"
import { UnknownIdentitiesLive } from "./unknownIdentities.ts"
import { UsersLive } from "./users.ts"

/** The handlers of every group; one line each. */
export const Handlers = Layer.mergeAll(
  AccountLive,
  AlertsLive,
  AnalysesLive,
  AnalysisModulesLive,
  AuditLive,
  AutomationsLive,
  ClientsLive,
  ConsentsLive,
  ContactsLive,
  CurationsLive,
  DataSourcesLive,
  DeliveriesLive,
  DemoLive,
  DevicesLive,
  DiagnosticsLive,
  EntitiesLive,
  EntityAssignmentsLive,
  EntityTypesLive,
  EventsLive,
  ExplanationsLive,
  ExportsLive,
  FeaturesLive,
  GroupsLive,
  IngestLive,
  JobsLive,
  LiveLive,
  LoginLive,
  MapSettingsLive,
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
  SearchLive,
  SessionLive,
  SnoozesLive,
  TelegramLive,
  TimelineLive,
  TokensLive,
  TracesLive,
  UnknownIdentitiesLive,
  UsersLive
).pipe(Layer.provide([AuthenticateLive, PermitLive, ReadRequestLive, Turns.layer]))

// The handlers of every group of the contract.
import { Layer } from "effect"
import { AccountLive } from "./access/account.ts"
import { AlertsLive } from "./events/alerts.ts"
import { AnalysesLive } from "./analyses/analyses.ts"
import { AnalysisModulesLive } from "./analyses/analysisModules.ts"
import { AuditLive } from "./access/audit.ts"
import { AuthenticateLive } from "../access/authenticate.ts"
import { AutomationsLive } from "./rules/automations.ts"
import { ClientsLive, ConsentsLive } from "./access/clients.ts"
import { ContactsLive } from "./events/contacts.ts"
import { CurationsLive } from "./tracking/curations.ts"
import { DataSourcesLive } from "./intake/dataSources.ts"
import { DeliveriesLive } from "./events/deliveries.ts"
import { DemoLive } from "./project/demo.ts"
import { DevicesLive, ProjectAssignmentsLive } from "./tracking/devices.ts"
import { DiagnosticsLive } from "./system/diagnostics.ts"
import { EntitiesLive } from "./tracking/entities.ts"
import { EntityAssignmentsLive } from "./tracking/entityAssignments.ts"
import { EntityTypesLive } from "./tracking/entityTypes.ts"
import { EventsLive } from "./events/events.ts"
import { ExplanationsLive } from "./rules/explanations.ts"
import { ExportsLive } from "./project/exports.ts"
import { FeaturesLive } from "./tracking/features.ts"
import { GroupsLive } from "./tracking/groups.ts"
import { ImportsLive } from "./intake/imports.ts"
import { IngestLive } from "./intake/ingest.ts"
import { JobsLive } from "./system/jobs.ts"
import { LiveLive } from "./tracking/live.ts"
import { MapSettingsLive } from "./project/mapSettings.ts"
import { MeasurementsLive } from "./tracking/measurements.ts"
import { MembersLive } from "./access/members.ts"
import { MetricsLive, ProjectMetricsLive } from "./tracking/metrics.ts"
import { PermissionsLive } from "./access/permissions.ts"
import { PermitLive } from "../access/permit.ts"
import { PositionsLive } from "./tracking/positions.ts"
import { ProjectsLive } from "./project/projects.ts"
import { ReadRequestLive } from "../http/readRequest.ts"
import { RolesLive } from "./access/roles.ts"
import { RulesLive } from "./rules/rules.ts"
import { RuleTestsLive } from "./rules/ruleTests.ts"
import { SearchLive } from "./project/search.ts"
import { LoginLive, SessionLive } from "./access/session.ts"
import { SnoozesLive } from "./rules/snoozes.ts"
import { TelegramLive } from "./events/telegram.ts"
import { TimelineLive } from "./tracking/timeline.ts"
import { TokensLive } from "./access/tokens.ts"
import { BacktestQueue } from "../backtest/BacktestQueue.ts"
import { TracesLive } from "./system/traces.ts"
import { UnknownIdentitiesLive } from "./tracking/unknownIdentities.ts"
import { UsersLive } from "./access/users.ts"

/**
 * `Handlers` provides the handlers of every group, with authentication, authorization and reading of
 * requests.
 */
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
  ImportsLive,
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
).pipe(Layer.provide([AuthenticateLive, PermitLive, ReadRequestLive, BacktestQueue.layer]))

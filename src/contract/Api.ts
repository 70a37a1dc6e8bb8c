// The whole HTTP API, as data: what is served, documented, called by the typed client and walked by the
// tests.
import * as HttpApi from "effect/http-api/HttpApi"
import * as OpenApi from "effect/http-api/OpenApi"
import { Account } from "./groups/account.ts"
import { Alerts } from "./groups/alerts.ts"
import { Analyses } from "./groups/analyses.ts"
import { AnalysisModules } from "./groups/analysisModules.ts"
import { Audit } from "./groups/audit.ts"
import { Authenticate, Permit, ReadRequest } from "./http/authorization.ts"
import { Automations } from "./groups/automations.ts"
import { Clients, Consents } from "./groups/clients.ts"
import { Contacts } from "./groups/contacts.ts"
import { Curations } from "./groups/curations.ts"
import { DataSources } from "./groups/dataSources.ts"
import { Demo } from "./groups/demo.ts"
import { Deliveries } from "./groups/deliveries.ts"
import { Devices, ProjectAssignments } from "./groups/devices.ts"
import { Diagnostics } from "./groups/diagnostics.ts"
import { Entities } from "./groups/entities.ts"
import { EntityAssignments } from "./groups/entityAssignments.ts"
import { EntityTypes } from "./groups/entityTypes.ts"
import { Problem } from "./http/errors.ts"
import { Events } from "./groups/events.ts"
import { Explanations } from "./groups/explanations.ts"
import { Exports } from "./groups/exports.ts"
import { Features } from "./groups/features.ts"
import { Groups } from "./groups/groups.ts"
import { Ingest } from "./groups/ingest.ts"
import { Jobs } from "./groups/jobs.ts"
import { Live } from "./groups/live.ts"
import { MapSettingsGroup } from "./groups/mapSettings.ts"
import { Measurements } from "./groups/measurements.ts"
import { Members } from "./groups/members.ts"
import { Metrics, ProjectMetrics } from "./groups/metrics.ts"
import { Permissions } from "./groups/permissions.ts"
import { Positions } from "./groups/positions.ts"
import { Projects } from "./groups/projects.ts"
import { Roles } from "./groups/roles.ts"
import { Rules } from "./groups/rules.ts"
import { Search } from "./groups/search.ts"
import { Login, Session } from "./groups/session.ts"
import { RuleTests } from "./groups/ruleTests.ts"
import { Snoozes } from "./groups/snoozes.ts"
import { Telegram } from "./groups/telegram.ts"
import { Timeline } from "./groups/timeline.ts"
import { Tokens } from "./groups/tokens.ts"
import { Traces } from "./groups/traces.ts"
import { UnknownIdentities } from "./groups/unknownIdentities.ts"
import { Users } from "./groups/users.ts"
import { VERSION } from "./version.ts"

const strict = { errors: "all", onExcessProperty: "error" } as const

/** Every group, one line each. What comes before the guard is guarded; the last middleware runs first. */
export class Api extends HttpApi.make("pugmark")
  .add(Projects)
  .add(Demo)
  .add(Members)
  .add(Contacts)
  .add(Roles)
  .add(EntityTypes)
  .add(Groups)
  .add(Entities)
  .add(Explanations)
  .add(Features)
  .add(Devices)
  .add(ProjectAssignments)
  .add(EntityAssignments)
  .add(Jobs)
  .add(Metrics)
  .add(ProjectMetrics)
  .add(DataSources)
  .add(UnknownIdentities)
  .add(Positions)
  .add(Timeline)
  .add(Measurements)
  .add(Curations)
  .add(Exports)
  .add(Rules)
  .add(RuleTests)
  .add(Snoozes)
  .add(Events)
  .add(Alerts)
  .add(Automations)
  .add(Deliveries)
  .add(Telegram)
  .add(Traces)
  .add(Diagnostics)
  .add(AnalysisModules)
  .add(Analyses)
  .add(Live)
  .add(Search)
  .add(MapSettingsGroup)
  .add(Session)
  .add(Account)
  .add(Tokens)
  .add(Clients)
  .add(Consents)
  .add(Permissions)
  .add(Users)
  .add(Audit)
  .middleware(ReadRequest)
  .middleware(Permit)
  .middleware(Authenticate)
  .add(Ingest)
  .add(Login)
  .prefix("/api/v1")
  .annotate(HttpApi.PayloadParseOptions, strict)
  .annotate(HttpApi.QueryParseOptions, strict)
  .annotate(OpenApi.Title, "Pugmark")
  .annotate(OpenApi.Version, VERSION)
  .annotate(
    OpenApi.Description,
    "An open tracking platform for animals, people and vehicles: positions in, versioned rules, " +
      "events and alerts out."
  )
  .annotate(OpenApi.License, { name: "MIT", identifier: "MIT" })
  .annotate(HttpApi.AdditionalSchemas, [Problem]) {}

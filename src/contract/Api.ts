// The whole HTTP API as data: the server serves it, the documentation and the typed client are derived from it, and
// tests walk it.
import * as HttpApi from "effect/http-api/HttpApi"
import * as OpenApi from "effect/http-api/OpenApi"
import { Account } from "./groups/access/account.ts"
import { Alerts } from "./groups/events/alerts.ts"
import { Analyses } from "./groups/analyses/analyses.ts"
import { AnalysisModules } from "./groups/analyses/analysisModules.ts"
import { Audit } from "./groups/access/audit.ts"
import { Authenticate, Permit, ReadRequest } from "./http/authorization.ts"
import { Automations } from "./groups/rules/automations.ts"
import { Clients, Consents } from "./groups/access/clients.ts"
import { Contacts } from "./groups/events/contacts.ts"
import { Curations } from "./groups/tracking/curations.ts"
import { DataSources } from "./groups/intake/dataSources.ts"
import { Demo } from "./groups/project/demo.ts"
import { Deliveries } from "./groups/events/deliveries.ts"
import { Devices, ProjectAssignments } from "./groups/tracking/devices.ts"
import { Diagnostics } from "./groups/system/diagnostics.ts"
import { Entities } from "./groups/tracking/entities.ts"
import { EntityAssignments } from "./groups/tracking/entityAssignments.ts"
import { EntityTypes } from "./groups/tracking/entityTypes.ts"
import { Problem } from "./http/errors.ts"
import { Events } from "./groups/events/events.ts"
import { Explanations } from "./groups/rules/explanations.ts"
import { Exports } from "./groups/project/exports.ts"
import { Features } from "./groups/tracking/features.ts"
import { Groups } from "./groups/tracking/groups.ts"
import { Imports } from "./groups/intake/imports.ts"
import { Ingest } from "./groups/intake/ingest.ts"
import { Jobs } from "./groups/system/jobs.ts"
import { Live } from "./groups/tracking/live.ts"
import { MapSettingsGroup } from "./groups/project/mapSettings.ts"
import { Measurements } from "./groups/tracking/measurements.ts"
import { Members } from "./groups/access/members.ts"
import { Metrics, ProjectMetrics } from "./groups/tracking/metrics.ts"
import { Permissions } from "./groups/access/permissions.ts"
import { Positions } from "./groups/tracking/positions.ts"
import { Projects } from "./groups/project/projects.ts"
import { Roles } from "./groups/access/roles.ts"
import { Rules } from "./groups/rules/rules.ts"
import { Search } from "./groups/project/search.ts"
import { Login, Session } from "./groups/access/session.ts"
import { RuleTests } from "./groups/rules/ruleTests.ts"
import { Snoozes } from "./groups/rules/snoozes.ts"
import { Telegram } from "./groups/events/telegram.ts"
import { Timeline } from "./groups/tracking/timeline.ts"
import { Tokens } from "./groups/access/tokens.ts"
import { Traces } from "./groups/system/traces.ts"
import { UnknownIdentities } from "./groups/tracking/unknownIdentities.ts"
import { Users } from "./groups/access/users.ts"
import { VERSION } from "./version.ts"

const strict = { errors: "all", onExcessProperty: "error" } as const

/**
 * Api is every group of endpoints. Groups added before the middleware are guarded; the middleware that is
 * added last runs first.
 */
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
  .add(Imports)
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

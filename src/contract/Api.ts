// The whole HTTP API, as data: what is served, documented, called by the typed client and walked by the
// tests.
import * as HttpApi from "effect/http-api/HttpApi"
import * as OpenApi from "effect/http-api/OpenApi"
import { Alerts } from "./alerts.ts"
import { Analyses, AnalysisModules } from "./analyses.ts"
import { Audit } from "./audit.ts"
import { Authenticate, Permit, ReadRequest } from "./authorization.ts"
import { Automations } from "./automations.ts"
import { Curations } from "./curations.ts"
import { DataSources } from "./dataSources.ts"
import { Deliveries } from "./deliveries.ts"
import { Devices, ProjectAssignments } from "./devices.ts"
import { Diagnostics } from "./diagnostics.ts"
import { Entities } from "./entities.ts"
import { EntityAssignments } from "./entityAssignments.ts"
import { EntityTypes } from "./entityTypes.ts"
import { Problem } from "./errors.ts"
import { Events } from "./events.ts"
import { Exports } from "./exports.ts"
import { Features } from "./features.ts"
import { Groups } from "./groups.ts"
import { Ingest } from "./ingest.ts"
import { Jobs } from "./jobs.ts"
import { Live } from "./live.ts"
import { Measurements } from "./measurements.ts"
import { Members } from "./members.ts"
import { Metrics, ProjectMetrics } from "./metrics.ts"
import { Permissions } from "./permissions.ts"
import { Positions } from "./positions.ts"
import { Projects } from "./projects.ts"
import { Roles } from "./roles.ts"
import { Rules } from "./rules.ts"
import { Login, Session } from "./session.ts"
import { RuleTests } from "./ruleTests.ts"
import { Snoozes } from "./snoozes.ts"
import { Telegram } from "./telegram.ts"
import { Tokens } from "./tokens.ts"
import { Traces } from "./traces.ts"
import { UnknownIdentities } from "./unknownIdentities.ts"
import { Users } from "./users.ts"
import { VERSION } from "./version.ts"

const strict = { errors: "all", onExcessProperty: "error" } as const

/** Every group, one line each. What comes before the guard is guarded; the last middleware runs first. */
export class Api extends HttpApi.make("pugmark")
  .add(Projects)
  .add(Members)
  .add(Roles)
  .add(EntityTypes)
  .add(Groups)
  .add(Entities)
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
  .add(Session)
  .add(Tokens)
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

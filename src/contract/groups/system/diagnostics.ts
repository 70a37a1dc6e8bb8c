// Diagnostics for operators: intake rates, health of the service, and problems that need attention.
import * as Schema from "effect/Schema"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as OpenApi from "effect/http-api/OpenApi"
import { InstantInput, Uuid } from "../../../domain/schemas.ts"
import { Attention, ENDED_DAYS } from "../../../domain/system/Attention.ts"
import { HealthHistory, SAMPLE_RETENTION_MINUTES } from "../../../domain/system/HealthHistory.ts"
import { ProjectStatus } from "../../../domain/system/ProjectStatus.ts"
import { SystemHealth } from "../../../domain/system/SystemHealth.ts"
import { Arrival, arrivalStatuses, TrafficCount } from "../../../domain/system/Traffic.ts"
import { MAX_TRAFFIC_BINS, TrafficCounts } from "../../../domain/system/TrafficCounts.ts"
import { Needs } from "../../http/authorization.ts"
import { Invalid, Malformed, NotFound } from "../../http/errors.ts"
import { IntegerInput, Page, paged, optionalParameter, timeRange } from "../../http/paging.ts"
import { docs } from "../../http/docs.ts"

const project = { project_id: Uuid }
const source = { data_source_id: Uuid }

const traffic = {
  ...paged,
  external_id: optionalParameter(
    Schema.String.check(Schema.isMaxLength(200)),
    "Only items under this external id"
  ),
  device_id: optionalParameter(Uuid, "Only items of this device"),
  status: optionalParameter(Schema.Literals(arrivalStatuses), "Only items that ended so"),
  code: optionalParameter(Schema.String, "Only items with this code"),
  include: optionalParameter(Schema.Literal("payload"), "Each item with its payload, as it came"),
  ...timeRange
}

const binned = {
  ...timeRange,
  bin: optionalParameter(
    IntegerInput(60, 86_400),
    `Seconds of a bin, whole minutes; standard: about 180 bins of the span. At most ${MAX_TRAFFIC_BINS} bins`
  )
}

const some =
  "Everything of a quiet source; of a busy one up to twenty items every five seconds, of as many " +
  "devices and outcomes as there are. Kept for two days; every refused item has its trace besides."

/** Diagnostics is the group of endpoints that read the health of the service and its intake. */
export class Diagnostics extends HttpApiGroup.make("diagnostics")
  .add(
    HttpApiEndpoint.get("systemHealth", "/system/health", { success: SystemHealth })
      .annotate(Needs, "server_admin")
      .annotateMerge(
        docs(
          "Look at the service",
          "Who is alive, how far rules are behind, which projects are judged apart, what waits, what " +
            "runs out, and what of that needs somebody: each line with its remedy. Programs that watch " +
            "ask `/health/ready` and `/metrics`."
        )
      ),
    HttpApiEndpoint.get("systemHistory", "/system/health/history", {
      query: {
        minutes: optionalParameter(
          IntegerInput(1, SAMPLE_RETENTION_MINUTES, 60),
          "How many of the last minutes"
        )
      },
      success: HealthHistory,
      error: Invalid
    })
      .annotate(Needs, "server_admin")
      .annotateMerge(
        docs(
          "Look at how the service was",
          "Beats of each worker, how far rules were behind in each partition, what waited, what ran out: by the " +
            "minute, longer spans in up to 120 steps. Kept for a day."
        )
      ),
    HttpApiEndpoint.get("projectStatus", "/projects/:project_id/status", {
      params: project,
      success: ProjectStatus
    })
      .annotate(Needs, "project:read")
      .annotateMerge(
        docs(
          "Ask whether the service is well",
          "For everybody who looks at a project: how far behind rules are, and which parts of the service are " +
            "silent. At most five seconds old."
        )
      ),
    HttpApiEndpoint.get("needsAttention", "/projects/:project_id/needs-attention", {
      params: project,
      query: {
        ...paged,
        ended_since: optionalParameter(
          InstantInput,
          `What ended since, instead of what is the matter now: at most ${ENDED_DAYS} days back`
        )
      },
      success: Page(Attention),
      error: [Malformed, Invalid]
    })
      .annotate(Needs, "project:read")
      .annotateMerge(
        docs(
          "List what needs attention",
          "Failing rules, silent devices, wrong clocks, stuck and failed jobs, messages that did not " +
            "arrive; for those who see the whole project unknown identities, undefined and too many " +
            "metrics, unreadable payloads, lost brokers, too many rules and rules that make a storm of " +
            "events too. Every line says what to do, and where. With `ended_since` what ended since and is not " +
            "back, the last that ended first, as the service saw it at one of its looks, one a minute: what was " +
            "shorter is not among them, and what is told for a day after it last happened ends when that is over."
        )
      ),
    HttpApiEndpoint.get("projectTraffic", "/projects/:project_id/traffic", {
      params: project,
      query: { ...traffic, data_source_id: optionalParameter(Uuid, "Only items of this data source") },
      success: Page(Arrival),
      error: [Malformed, Invalid]
    })
      .annotate(Needs, "traces:read")
      .annotateMerge(
        docs(
          "List a project's traffic",
          `What came in for the project's devices, newest first, and what became of it. ${some}`
        )
      ),
    HttpApiEndpoint.get("projectCounts", "/projects/:project_id/traffic/counts", {
      params: project,
      query: binned,
      success: TrafficCounts,
      error: Invalid
    })
      .annotate(Needs, "traces:read")
      .annotateMerge(
        docs(
          "Count a project's traffic",
          "How much came in for the project's devices in each bin of a span, standard the last three hours: by data " +
            "source, by what became of it, and how late it came."
        )
      ),
    HttpApiEndpoint.get("allCounts", "/traffic/counts", {
      query: binned,
      success: TrafficCounts,
      error: Invalid
    })
      .annotate(Needs, "server_admin")
      .annotateMerge(
        docs("Count all traffic", "The same for everything that came in, whosever it is and nobody's too.")
      ),
    HttpApiEndpoint.get("sourceTraffic", "/data-sources/:data_source_id/traffic", {
      params: source,
      query: traffic,
      success: Page(Arrival),
      error: [Malformed, Invalid, NotFound]
    })
      .annotate(Needs, "traces:read")
      .annotateMerge(
        docs(
          "List a data source's traffic",
          `What came in, newest first, and what became of it: of the projects that the caller sees; ` +
            `what belongs to none is for server admins. ${some}`
        )
      ),
    HttpApiEndpoint.get("sourceCounts", "/data-sources/:data_source_id/traffic/counts", {
      params: source,
      query: { ...paged, ...timeRange },
      success: Page(TrafficCount),
      error: [Malformed, Invalid, NotFound]
    })
      .annotate(Needs, "server_admin")
      .annotateMerge(
        docs(
          "Count a data source's traffic",
          "Items of each minute that had any, newest first, by what became of them. Kept for thirty days."
        )
      )
  )
  .annotate(OpenApi.Title, "Diagnostics")
  .annotate(OpenApi.Description, "What comes in, how the service is, and what needs somebody.") {}

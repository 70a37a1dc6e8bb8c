// Handlers for operators: health, its history and traffic.
import { Clock, Context, Effect } from "effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import { networkInterfaces } from "node:os"
import { Api } from "../../../contract/Api.ts"
import { VERSION } from "../../../contract/version.ts"
import { Invalid } from "../../../contract/http/errors.ts"
import { addressesOf, type Reach } from "../../../domain/system/Reach.ts"
import { assessHealth } from "../../../domain/system/assessHealth.ts"
import { statusOf } from "../../../domain/system/ProjectStatus.ts"
import { MAX_TRAFFIC_BINS, trafficSpan } from "../../../domain/system/TrafficCounts.ts"
import type { HealthLimits } from "../../../domain/system/SystemLimits.ts"
import { Runs } from "../../../store/analyses/Runs.ts"
import { DataSources } from "../../../store/intake/DataSources.ts"
import { HealthHistory } from "../../../store/system/HealthHistory.ts"
import { NeedsAttention } from "../../../store/system/NeedsAttention.ts"
import { SystemFacts } from "../../../store/system/SystemFacts.ts"
import { Traffic } from "../../../store/system/Traffic.ts"
import { TrafficCounts, type TrafficScope } from "../../../store/system/TrafficCounts.ts"
import { compressedJson } from "../../http/compressedJson.ts"
import { page } from "../../http/paging.ts"
import { asRefusal } from "../../http/asRefusal.ts"
import { pageOfSpan } from "../../access/pageOfSpan.ts"
import { withReach, withVisibility } from "../../access/withCaller.ts"
import { checkRange } from "../../http/timeRange.ts"

/** `HealthPolicy` holds the limits by which health is judged. */
export const HealthPolicy = Context.Reference<HealthLimits>("api/HealthPolicy", {
  defaultValue: () => ({ maxUnreadRows: 200_000, maxUnreadRowsPerProject: 100_000, analyses: true })
})

/** `ListensAt` is the address that the deployment listens at, and its public address. */
export const ListensAt = Context.Reference<Pick<Reach, "host" | "public_url">>("api/ListensAt", {
  defaultValue: () => ({ host: "127.0.0.1", public_url: null })
})

/** `DiagnosticsLive` reports the health of the service and of projects, and the traffic of data sources. */
export const DiagnosticsLive = HttpApiBuilder.group(
  Api,
  "diagnostics",
  Effect.fnUntraced(function* (handlers) {
    const facts = yield* SystemFacts
    const history = yield* HealthHistory
    const attention = yield* NeedsAttention
    const runs = yield* Runs
    const traffic = yield* Traffic
    const counts = yield* TrafficCounts
    const sources = yield* DataSources
    const limits = yield* HealthPolicy
    const listensAt = yield* ListensAt
    const checkSource = (id: string) => withReach((reach) => sources.get(reach, id)).pipe(asRefusal)
    const countsOf = Effect.fnUntraced(function* (
      whose: TrafficScope,
      query: { readonly from?: number; readonly to?: number; readonly bin?: number }
    ) {
      yield* checkRange(query)
      const span = trafficSpan(query, yield* Clock.currentTimeMillis)
      if (span.bins > MAX_TRAFFIC_BINS)
        return yield* Invalid.at(
          "/bin",
          "TOO_MANY",
          `These are ${span.bins} bins; an answer has ${MAX_TRAFFIC_BINS}.`
        )
      return yield* compressedJson(yield* counts.read(whose, span))
    })
    // every open console requests it and counting queues is expensive; a request that is interrupted does not
    // interrupt it for the others
    const cachedFacts = yield* Effect.cachedWithTTL(Effect.uninterruptible(facts.read), "5 seconds")
    return handlers.handleAll({
      systemHealth: () =>
        Effect.map(facts.read, (found) => {
          const versions = { pugmark: VERSION, node: process.versions.node, ...found.versions }
          const reach = { ...listensAt, addresses: addressesOf(networkInterfaces()) }
          return HttpServerResponse.jsonUnsafe({ ...assessHealth(found, limits), versions, reach })
        }),
      systemHistory: ({ query: { minutes = 60 } }) =>
        Effect.map(history.read(minutes), HttpServerResponse.jsonUnsafe),
      projectStatus: ({ params }) =>
        Effect.gen(function* () {
          const queued = yield* withVisibility((seen) => runs.waiting(params.project_id, seen)).pipe(
            Effect.catchTag("AnalysesBusy", () => Effect.succeed(null))
          )
          return statusOf(yield* cachedFacts, limits, params.project_id, queued)
        }),
      needsAttention: ({ params, query, request }) =>
        Effect.map(
          withVisibility((seen) =>
            page(
              request,
              query,
              (window) =>
                (query.ended_since === undefined ? attention.list : attention.ended(query.ended_since))(
                  params.project_id,
                  seen,
                  window
                ),
              "text"
            )
          ),
          HttpServerResponse.jsonUnsafe
        ),
      projectTraffic: ({ params, query, request }) =>
        pageOfSpan(request, query, (seen, window) =>
          traffic.ofProject(params.project_id, seen, query, window)
        ),
      projectCounts: ({ params, query }) =>
        withVisibility((visibility) => countsOf({ projectId: params.project_id, visibility }, query)),
      allCounts: ({ query }) => countsOf(null, query),
      sourceTraffic: ({ params, query, request }) =>
        Effect.gen(function* () {
          yield* checkRange(query)
          yield* checkSource(params.data_source_id)
          return HttpServerResponse.jsonUnsafe(
            yield* withReach((reach) =>
              page(request, query, (window) => traffic.ofSource(params.data_source_id, reach, query, window))
            )
          )
        }),
      sourceCounts: ({ params, query, request }) =>
        Effect.gen(function* () {
          yield* checkRange(query)
          yield* checkSource(params.data_source_id)
          return HttpServerResponse.jsonUnsafe(
            yield* page(request, query, (window) => traffic.counts(params.data_source_id, query, window))
          )
        })
    })
  })
)

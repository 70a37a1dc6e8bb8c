// Handlers of background jobs of devices: they queue, read and cancel jobs; a worker runs them.
import { Effect } from "effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import { Api } from "../../../contract/Api.ts"
import { Conflict, Forbidden } from "../../../contract/http/errors.ts"
import { Jobs } from "../../../store/jobs/Jobs.ts"
import { page } from "../../http/paging.ts"
import { asRefusal } from "../../http/asRefusal.ts"
import { withActorReach, withReach } from "../../access/withCaller.ts"
import { checkRange } from "../../http/timeRange.ts"

const notEverywhere = () =>
  Effect.fail(
    new Forbidden({
      code: "FORBIDDEN",
      detail: "This needs the permission project:write in every project the device was ever in.",
      permission: "project:write"
    })
  )

/** `JobsLive` starts, lists and cancels jobs of a device. */
export const JobsLive = HttpApiBuilder.group(
  Api,
  "jobs",
  Effect.fnUntraced(function* (handlers) {
    const jobs = yield* Jobs
    return handlers.handleAll({
      reattribute: ({ params, payload }) =>
        Effect.gen(function* () {
          yield* checkRange(payload)
          return yield* withActorReach((actor, reach) =>
            jobs.reattribute(actor, params.device_id, reach, payload.from ?? null, payload.to ?? null)
          )
        }).pipe(
          Effect.catchTag("JobExists", ({ job: { id, status } }) =>
            Effect.fail(
              new Conflict({
                code: "ATTRIBUTION_AT_WORK",
                detail:
                  `Such a job of the device is ${status} already. Wait for it: GET ` +
                  `/api/v1/devices/{id}/jobs/${id}.`,
                current_status: status,
                conflicting_id: id
              })
            )
          ),
          Effect.catchTag("NotPermittedEverywhere", notEverywhere),
          asRefusal
        ),
      attributions: ({ params, query, request }) =>
        withReach((reach) =>
          page(request, query, (window) => jobs.list(params.device_id, reach, "attribution", window))
        ).pipe(asRefusal),
      cancel: ({ params }) =>
        withActorReach((actor, reach) => jobs.cancel(actor, params.device_id, reach, params.job_id)).pipe(
          Effect.catchTag("NotPermittedEverywhere", notEverywhere),
          asRefusal
        ),
      list: ({ params, query, request }) =>
        withReach((reach) =>
          page(request, query, (window) => jobs.list(params.device_id, reach, query.kind ?? null, window))
        ).pipe(asRefusal),
      get: ({ params }) =>
        withReach((reach) => jobs.get(params.device_id, reach, params.job_id)).pipe(asRefusal)
    })
  })
)

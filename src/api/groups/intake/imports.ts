// Handlers of imports: track files that a browser sends in chunks. Their rows go through intake like all
// others, by the data source that the command line uses too.
import { Effect } from "effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import { Api } from "../../../contract/Api.ts"
import { CurrentActor, CurrentVisibility } from "../../../contract/http/authorization.ts"
import { Conflict, Invalid, TooMany } from "../../../contract/http/errors.ts"
import { MAX_OPEN_IMPORTS } from "../../../domain/intake/TrackImport.ts"
import { type Denied, Intake, type Outcome } from "../../../intake/ports.ts"
import { receive } from "../../../intake/receive.ts"
import { DataSources } from "../../../store/intake/DataSources.ts"
import { RemovalRequests } from "../../../store/intake/imports/RemovalRequests.ts"
import { importSourceName, TrackImports } from "../../../store/intake/TrackImports.ts"
import { respondRetryLater } from "../../http/respondRetryLater.ts"
import { page } from "../../http/paging.ts"
import { asRefusal } from "../../http/asRefusal.ts"
import { makeEnrol, mayEnrol } from "../../imports/enrolTracks.ts"
import { respondIntakeUnavailable } from "../../ingest/authenticateSource.ts"
import { httpMessage } from "../../ingest/ingestFastPath.ts"

/** `Retry-After` where too many imports are open. */
const RETRY_SECONDS = 60

const countOutcomes = (outcomes: ReadonlyArray<Outcome>, refused: number) => {
  const count = (status: Outcome["status"]) => outcomes.filter((one) => one.status === status).length
  return {
    accepted: count("accepted"),
    duplicates: count("duplicate"),
    rejected: count("rejected") + refused,
    unassigned: count("unassigned")
  }
}

/** Returns an outcome as the contract describes it. */
const outcomeOf = ({ code, detail, pointer, status, traceId }: Outcome, index: number) => ({
  index,
  status,
  ...(code === undefined ? {} : { code }),
  ...(pointer === undefined ? {} : { pointer }),
  ...(detail === undefined ? {} : { detail }),
  ...(traceId === undefined ? {} : { trace_id: traceId })
})

/** Returns 409 for a source that refuses the import: its state is the cause, not the caller's token. */
const sourceConflict = ({ reason }: Denied) =>
  new Conflict(
    reason === "disabled"
      ? { code: "DATA_SOURCE_DISABLED", detail: "The data source of imports is switched off: enable it." }
      : { code: "IMPORT_SOURCE_GONE", detail: "The token of the data source changed: send the piece again." }
  )

/** `ImportsLive` begins, fills, finishes and removes imports. */
export const ImportsLive = HttpApiBuilder.group(
  Api,
  "imports",
  Effect.fnUntraced(function* (handlers) {
    const imports = yield* TrackImports
    const sources = yield* DataSources
    const intake = yield* Intake
    const enrol = yield* makeEnrol
    const removals = yield* RemovalRequests

    /** Returns the data source of the project's imports, and creates it where there is none. */
    const sourceOf = Effect.fnUntraced(function* (projectId: string) {
      const { slug, sourceId } = yield* imports.source(projectId)
      if (sourceId !== null) return sourceId
      const { reach } = yield* CurrentVisibility
      const created = yield* sources.create(yield* CurrentActor, reach, {
        name: importSourceName(slug),
        adapter_key: "generic_http",
        config: { history: true },
        project_ids: [projectId]
      })
      return created.id
    })

    return handlers.handleAll({
      list: ({ params, query, request }) =>
        page(request, query, (window) => imports.list(params.project_id, window)),
      begin: ({ params, payload }) =>
        Effect.gen(function* () {
          const sourceId = yield* sourceOf(params.project_id)
          return HttpServerResponse.jsonUnsafe(
            yield* imports.begin(yield* CurrentActor, params.project_id, sourceId, payload)
          )
        }).pipe(
          Effect.catchTag("TooManyOpen", () =>
            respondRetryLater(
              new TooMany({
                code: "TOO_MANY_OPEN",
                detail:
                  `${MAX_OPEN_IMPORTS} imports of this project went on within a day and are not finished. ` +
                  `Finish one of them, or wait.`
              }),
              RETRY_SECONDS
            )
          ),
          asRefusal
        ),
      get: ({ params }) => imports.get(params.project_id, params.import_id).pipe(asRefusal),
      enrol: ({ params, payload }) =>
        Effect.gen(function* () {
          const { credential } = yield* imports.open(params.project_id, params.import_id)
          return yield* enrol(params.project_id, params.import_id, credential.sourceId, payload)
        }).pipe(asRefusal),
      rows: ({ params, payload: { from, items, refused, to } }) =>
        Effect.gen(function* () {
          const source = yield* imports.open(params.project_id, params.import_id)
          yield* intake.checkBacklog(source.credential.sourceId)
          const outcomes =
            items.length === 0
              ? []
              : yield* Effect.gen(function* () {
                  const message = httpMessage(JSON.stringify(items), "application/json")
                  const { stored, unread } = yield* receive(intake, [{ source, messages: [message] }])
                  const [unreadable] = unread
                  if (unreadable !== undefined)
                    return yield* Invalid.at(
                      "/items",
                      unreadable.message.code,
                      unreadable.message.refusal.detail
                    )
                  return stored[0] ?? []
                })
          const updated = yield* imports.move(
            params.project_id,
            params.import_id,
            from,
            to,
            countOutcomes(outcomes, refused)
          )
          return HttpServerResponse.jsonUnsafe({
            import: updated,
            items: outcomes
              .map(outcomeOf)
              .filter(
                ({ code, status }) => code !== undefined || (status !== "accepted" && status !== "duplicate")
              )
          })
        }).pipe(
          // where the import was removed meanwhile, opening it fails with the reason
          Effect.catchTag("Denied", (denied) =>
            Effect.andThen(
              imports.open(params.project_id, params.import_id),
              Effect.fail(sourceConflict(denied))
            )
          ),
          Effect.catchTag("IntakeUnavailable", respondIntakeUnavailable),
          asRefusal
        ),
      finish: ({ params }) =>
        Effect.flatMap(CurrentActor, (actor) =>
          imports.finish(actor, params.project_id, params.import_id)
        ).pipe(asRefusal),
      planRemoval: ({ params }) => removals.plan(params.project_id, params.import_id).pipe(asRefusal),
      remove: ({ params }) =>
        Effect.gen(function* () {
          yield* mayEnrol
          return yield* removals.ask(yield* CurrentActor, params.project_id, params.import_id)
        }).pipe(asRefusal)
    })
  })
)

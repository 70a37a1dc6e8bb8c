// Handlers of exports: they queue jobs, read them and serve files. Small exports are streamed at once, page
// by page, as fast as the client reads.
import { Effect, Option, Stream } from "effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import { Api } from "../../../contract/Api.ts"
import { CurrentVisibility } from "../../../contract/http/authorization.ts"
import { Conflict, Forbidden, Gone, Invalid, TooMany } from "../../../contract/http/errors.ts"
import {
  fileNameOf,
  MAX_DIRECT_ROWS,
  MAX_PROJECT_BYTES,
  MAX_QUEUED_EXPORTS,
  mediaTypeOf,
  type NewExport,
  type Order,
  orderOf,
  formatsOfDataset
} from "../../../domain/export/Export.ts"
import { columns, type Place, placeOf, type Row } from "../../../domain/export/Row.ts"
import { pieceOf } from "../../../domain/export/Writer.ts"
import { writerOf } from "../../../domain/export/writerOf.ts"
import { formatInstant } from "../../../domain/time.ts"
import { Exports } from "../../../store/exports/Exports.ts"
import type { TooManyWaiting, TooMuchKept } from "../../../store/exports/orderExports.ts"
import { respondRetryLater } from "../../http/respondRetryLater.ts"
import { page } from "../../http/paging.ts"
import { asRefusal } from "../../http/asRefusal.ts"
import { withActor, withActorPermissions } from "../../access/withCaller.ts"
import { checkRange } from "../../http/timeRange.ts"
import { sheetOf } from "../../write/sheetOf.ts"

/** `PAGE_ROWS` is how many rows are read and held at a time. */
const PAGE_ROWS = 5000
/** `Retry-After` where too many exports are queued. */
const RETRY_SECONDS = 10

const check = Effect.fnUntraced(function* ({
  dataset,
  format,
  from,
  to
}: Pick<Order, "dataset" | "format" | "from" | "to">) {
  yield* checkRange({ from, to })
  if (!formatsOfDataset[dataset].includes(format))
    return yield* Invalid.at(
      "/format",
      "FORMAT_UNKNOWN",
      `${dataset} are exported as ${formatsOfDataset[dataset].join(", ")}.`
    )
})

const asFile = (format: Order["format"], name: string) => ({
  contentType: mediaTypeOf(format),
  headers: { "content-disposition": `attachment; filename="${name}"`, "cache-control": "no-store" }
})

type Read = (after: Place | null, limit: number) => Effect.Effect<ReadonlyArray<Row>>

const asText = (
  read: Read,
  { dataset, format }: Order & { readonly format: Parameters<typeof writerOf>[1] }
): Stream.Stream<Uint8Array> => {
  const writer = writerOf(dataset, format)
  return Stream.encodeText(
    Stream.paginate<Place | null, string>(null, (last) =>
      Effect.map(read(last, PAGE_ROWS), (rows) => {
        const after = rows.length === 0 ? last : placeOf(rows.at(-1)!),
          isLast = rows.length < PAGE_ROWS
        return [
          [pieceOf(writer, rows, last, after, isLast)],
          isLast ? Option.none() : Option.some(after)
        ] as const
      })
    )
  )
}

const asBook = (read: Read, { dataset }: Order): Stream.Stream<Uint8Array> =>
  sheetOf(
    dataset,
    columns[dataset],
    Stream.paginate<Place | null, ReadonlyArray<Row>>(null, (last) =>
      Effect.map(
        read(last, PAGE_ROWS),
        (rows) =>
          [[rows], rows.length < PAGE_ROWS ? Option.none() : Option.some(placeOf(rows.at(-1)!))] as const
      )
    )
  )

/** Breaks the stream off when the caller loses access; a stream that merely ended would look complete. */
const whileAllowed = (bytes: Stream.Stream<Uint8Array>) =>
  Effect.map(CurrentVisibility, ({ accessEnds }) =>
    Stream.interruptWhen(
      bytes,
      Effect.andThen(accessEnds, Effect.die(new Error("the caller may not go on reading")))
    )
  )

const idsOf = (ids: string | ReadonlyArray<string> | undefined) =>
  ids === undefined ? {} : { ids: typeof ids === "string" ? [ids] : ids }

/** Answers where no export may be started: 429 with what to wait for. */
const limitAnswers = {
  TooManyWaiting: ({ queued }: TooManyWaiting) =>
    respondRetryLater(
      new TooMany({
        code: "TOO_MANY_QUEUED",
        detail: `${queued} exports wait in this project, and ${MAX_QUEUED_EXPORTS} may. Wait for one to begin.`,
        queued
      }),
      RETRY_SECONDS
    ),
  TooMuchKept: ({ seconds }: TooMuchKept) =>
    respondRetryLater(
      new TooMany({
        code: "TOO_MUCH_KEPT",
        detail:
          `The files of this project's exports take more than ${MAX_PROJECT_BYTES / 1024 ** 3} GiB. Remove ` +
          `some, or wait for the next to expire.`
      }),
      seconds
    )
}

/** `ExportsLive` creates, streams, lists, downloads and removes exports. */
export const ExportsLive = HttpApiBuilder.group(
  Api,
  "exports",
  Effect.fnUntraced(function* (handlers) {
    const exports = yield* Exports

    return handlers.handleAll({
      list: ({ params, query, request }) =>
        Effect.map(
          withActor((actor, seen) =>
            page(request, query, (window) => exports.list(actor, params.project_id, seen, window))
          ),
          (items) => HttpServerResponse.jsonUnsafe(items)
        ),
      create: ({ headers, params, payload }) =>
        Effect.gen(function* () {
          yield* check(payload)
          const key = {
            route: `POST /projects/${params.project_id}/exports`,
            key: headers["idempotency-key"] ?? null,
            body: payload
          }
          return HttpServerResponse.jsonUnsafe(
            yield* withActor((actor, seen) => exports.create(actor, params.project_id, seen, payload, key)),
            { status: 201 }
          )
        }).pipe(Effect.catchTags(limitAnswers), asRefusal),
      direct: ({ params, query }) =>
        Effect.gen(function* () {
          yield* check(query)
          const { device_id, entity_id, ...plain } = query
          const [entities, devices] = [idsOf(entity_id).ids, idsOf(device_id).ids]
          const newExport: NewExport = {
            ...plain,
            ...(entities === undefined ? {} : { entity_ids: entities }),
            ...(devices === undefined ? {} : { device_ids: devices })
          }
          const order = orderOf(newExport)
          const { visibility } = yield* CurrentVisibility
          const { count, page: read, slug } = yield* exports.open(params.project_id, visibility, order)
          if ((yield* count(MAX_DIRECT_ROWS)) > MAX_DIRECT_ROWS) {
            const job = yield* withActor((actor, seen) =>
              exports.start(actor, params.project_id, seen, newExport)
            )
            return HttpServerResponse.jsonUnsafe(job, {
              status: 202,
              headers: { location: `/api/v1/projects/${params.project_id}/exports/${job.id}` }
            })
          }
          const { format } = order
          const name = fileNameOf(
            slug,
            order,
            formatInstant(order.from).slice(0, 10),
            formatInstant(order.to).slice(0, 10)
          )
          return HttpServerResponse.stream(
            yield* whileAllowed(format === "xlsx" ? asBook(read, order) : asText(read, { ...order, format })),
            asFile(format, name)
          )
        }).pipe(
          Effect.catchTag("ConstraintViolated", ({ code, detail, pointer }) =>
            Effect.fail(
              Invalid.at(pointer.startsWith("/entity_ids") ? "/entity_id" : "/device_id", code, detail)
            )
          ),
          Effect.catchTags(limitAnswers),
          asRefusal
        ),
      get: ({ params }) =>
        withActor((actor, seen) => exports.get(actor, params.project_id, seen, params.export_id)).pipe(
          Effect.map((found) => HttpServerResponse.jsonUnsafe(found)),
          asRefusal
        ),
      file: ({ params }) =>
        Effect.gen(function* () {
          const { file_name, format, id, sha256, size_bytes, status } = yield* withActor((actor, seen) =>
            exports.get(actor, params.project_id, seen, params.export_id)
          )
          if (status === "expired")
            return yield* new Gone({
              code: "EXPORT_EXPIRED",
              detail: "The file was kept for its time, and is gone. Export it again.",
              current_status: status
            })
          if (status !== "completed" || sha256 === null || size_bytes === null)
            return yield* new Conflict({
              code: "EXPORT_NOT_COMPLETED",
              detail: `There is no file: the export is ${status}.`,
              current_status: status
            })
          const { headers, ...type } = asFile(format, file_name)
          return HttpServerResponse.stream(yield* whileAllowed(exports.bytes(id)), {
            ...type,
            contentLength: size_bytes,
            headers: {
              ...headers,
              etag: `"${sha256}"`,
              "repr-digest": `sha-256=:${Buffer.from(sha256, "hex").toString("base64")}:`
            }
          })
        }).pipe(asRefusal),
      remove: ({ params }) =>
        Effect.gen(function* () {
          const { created_by_user_id } = yield* withActor((actor, seen) =>
            exports.get(actor, params.project_id, seen, params.export_id)
          )
          yield* withActorPermissions((actor, may) =>
            created_by_user_id === actor.userId || may("project:write")
              ? Effect.void
              : Effect.fail(
                  new Forbidden({
                    code: "FORBIDDEN",
                    detail: "The export is another's: this needs the permission project:write.",
                    permission: "project:write"
                  })
                )
          )
          yield* withActor((actor, seen) => exports.remove(actor, params.project_id, seen, params.export_id))
        }).pipe(asRefusal)
    })
  })
)

// Answers ingest.
import { Effect, Layer } from "effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import type * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import { Api } from "../../contract/Api.ts"
import { CurrentSource, ingestLimits } from "../../contract/groups/ingest.ts"
import { Intake } from "../../store/intake/Intake.ts"
import { Denied } from "../../store/intake/Sources.ts"
import { answerShutOut, EnterSourceLive } from "../ingest/enterSource.ts"
import { readText } from "../http/readRequest.ts"
import { posted, type Reply, takeReports } from "../ingest/takeReports.ts"

const queryOf = ({ url }: HttpServerRequest.HttpServerRequest): string =>
  url.includes("?") ? url.slice(url.indexOf("?") + 1) : ""

const hasBody = ({ headers, method }: HttpServerRequest.HttpServerRequest): boolean =>
  method !== "GET" &&
  (Number(headers["content-length"] ?? 0) > 0 || headers["transfer-encoding"] !== undefined)

const answer = ({ status, text }: Reply) =>
  HttpServerResponse.text(text, { status, contentType: "application/json" })

export const IngestLive = HttpApiBuilder.group(
  Api,
  "ingest",
  Effect.fnUntraced(function* (handlers) {
    const intake = yield* Intake

    const takePhone = ({
      params,
      request
    }: {
      readonly params: { readonly data_source_id: string; readonly token: string }
      readonly request: HttpServerRequest.HttpServerRequest
    }) =>
      Effect.gen(function* () {
        const entrance = yield* intake.enter(params.data_source_id.toLowerCase(), params.token)
        if (entrance.adapterKey !== "osmand") return yield* new Denied({ reason: "unknown" })
        const text = hasBody(request)
          ? yield* readText(request, ingestLimits.bytes, ingestLimits.phoneTypes)
          : ""
        return answer(
          yield* takeReports(
            intake,
            entrance,
            posted(text, request.headers["content-type"] ?? "", queryOf(request))
          )
        )
      }).pipe(answerShutOut)

    return handlers
      .handleRaw("http", ({ request }) =>
        Effect.gen(function* () {
          const text = yield* readText(request, ingestLimits.bytes, ingestLimits.types)
          return answer(
            yield* takeReports(
              intake,
              yield* CurrentSource,
              posted(text, request.headers["content-type"]!, queryOf(request))
            )
          )
        }).pipe(answerShutOut)
      )
      .handleRaw("phone", takePhone)
      .handleRaw("phonePost", takePhone)
  })
).pipe(Layer.provide(EnterSourceLive))

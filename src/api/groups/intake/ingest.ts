// Handlers of ingest: messages of data sources that did not take the fast path.
import { Effect, Layer } from "effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import type * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import { Api } from "../../../contract/Api.ts"
import {
  CurrentSource,
  formAdapters,
  formTypes,
  ingestTypes,
  phoneTypes
} from "../../../contract/groups/intake/ingest.ts"
import { ingestLimits } from "../../../domain/intake/ingestLimits.ts"
import { type AuthenticatedSource, Denied, Intake } from "../../../intake/ports.ts"
import { answerBodyRefused } from "../../http/readBody.ts"
import { readText } from "../../http/readRequest.ts"
import { answerIntakeRefused, AuthenticateSourceLive } from "../../ingest/authenticateSource.ts"
import { httpMessage, receiveRequest, type IngestReply } from "../../ingest/ingestFastPath.ts"

const queryOf = ({ url }: HttpServerRequest.HttpServerRequest): string =>
  url.includes("?") ? url.slice(url.indexOf("?") + 1) : ""

const hasBody = ({ headers, method }: HttpServerRequest.HttpServerRequest): boolean =>
  method !== "GET" &&
  (Number(headers["content-length"] ?? 0) > 0 || headers["transfer-encoding"] !== undefined)

const answer = ({ status, text }: IngestReply) =>
  HttpServerResponse.text(text, { status, contentType: "application/json" })

/** `IngestLive` receives messages over HTTP, with the token in a header or in the URL. */
export const IngestLive = HttpApiBuilder.group(
  Api,
  "ingest",
  Effect.fnUntraced(function* (handlers) {
    const intake = yield* Intake

    const receivePhone = ({
      params,
      request
    }: {
      readonly params: { readonly data_source_id: string; readonly token: string }
      readonly request: HttpServerRequest.HttpServerRequest
    }) =>
      Effect.gen(function* () {
        const source = yield* intake.authenticate(params.data_source_id.toLowerCase(), params.token)
        if (source.adapterKey !== "osmand") return yield* new Denied({ reason: "unknown" })
        const text = hasBody(request) ? yield* readText(request, ingestLimits.bytes, phoneTypes) : ""
        return answer(
          yield* receiveRequest(
            intake,
            source,
            httpMessage(text, request.headers["content-type"] ?? "", queryOf(request))
          )
        )
      }).pipe(answerIntakeRefused, answerBodyRefused)

    /** Receives the body of a request. Only sources whose adapter reads forms accept form types. */
    const receiveBody = Effect.fnUntraced(function* (
      source: AuthenticatedSource,
      request: HttpServerRequest.HttpServerRequest
    ) {
      const types = formAdapters.includes(source.adapterKey) ? formTypes : ingestTypes
      const text = yield* readText(request, ingestLimits.bytes, types)
      return yield* receiveRequest(
        intake,
        source,
        httpMessage(text, request.headers["content-type"]!, queryOf(request))
      )
    })

    return handlers
      .handleRaw("http", ({ request }) =>
        Effect.gen(function* () {
          return answer(yield* receiveBody(yield* CurrentSource, request))
        }).pipe(answerIntakeRefused, answerBodyRefused)
      )
      .handleRaw("addressed", ({ params, request }) =>
        Effect.gen(function* () {
          const source = yield* intake.authenticate(params.data_source_id.toLowerCase(), params.token)
          const { text } = yield* receiveBody(source, request)
          // these senders accept no other status than 200
          return answer({ status: 200, text })
        }).pipe(answerIntakeRefused, answerBodyRefused)
      )
      .handleRaw("phone", receivePhone)
      .handleRaw("phonePost", receivePhone)
  })
).pipe(Layer.provide(AuthenticateSourceLive))

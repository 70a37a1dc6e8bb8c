// Answers ingest.
import { Effect, Layer } from "effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import { Api } from "../contract/Api.ts"
import { CurrentSource, ingestLimits } from "../contract/ingest.ts"
import { Intake } from "../store/Intake.ts"
import { answerShutOut, EnterSourceLive } from "./enterSource.ts"
import { readText } from "./readRequest.ts"
import { takeReports } from "./takeReports.ts"

export const IngestLive = HttpApiBuilder.group(Api, "ingest", Effect.fnUntraced(function*(handlers) {
  const intake = yield* Intake
  return handlers.handleRaw("http", ({ request }) => Effect.gen(function*() {
    const text = yield* readText(request, ingestLimits.bytes, ingestLimits.types)
    const { adapterKey, ...pass } = yield* CurrentSource
    const answer = yield* takeReports(intake, pass, adapterKey, text, request.headers["content-type"]!)
    return HttpServerResponse.text(answer, { status: 202, contentType: "application/json" })
  }).pipe(answerShutOut))
})).pipe(Layer.provide(EnterSourceLive))

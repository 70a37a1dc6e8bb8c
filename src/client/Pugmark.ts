// A running server as its clients see it: the contract, spoken over HTTP with one token.
import { Context, Layer, Schedule } from "effect"
import * as HttpApiClient from "effect/http-api/HttpApiClient"
import * as HttpApiMiddleware from "effect/http-api/HttpApiMiddleware"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as HttpClient from "effect/http/HttpClient"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import { Api } from "../contract/Api.ts"
import { Authenticate } from "../contract/http/authorization.ts"

/** Where a server is and who asks. `url` has no slash at its end. */
interface Address {
  readonly url: string
  readonly token: string
}

/** Pugmark is the typed client of the API. */
export class Pugmark extends Context.Service<Pugmark, HttpApiClient.ForApi<typeof Api>>()("client/Pugmark") {
  /** Waits and asks again while the server is busy (429, 503), as long as it says, six times at most. */
  static readonly layer = ({ token, url }: Address) =>
    Layer.effect(
      Pugmark,
      HttpApiClient.make(Api, {
        baseUrl: url,
        transformClient: HttpClient.retryTransient({
          retryOn: "response-only",
          schedule: Schedule.exponential("500 millis"),
          times: 6
        })
      })
    ).pipe(
      Layer.provide([
        FetchHttpClient.layer,
        HttpApiMiddleware.layerClient(Authenticate, ({ next, request }) =>
          next(HttpClientRequest.bearerToken(request, token))
        )
      ])
    )
}

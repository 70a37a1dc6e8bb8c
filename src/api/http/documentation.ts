// The documentation of the API: OpenAPI, its scalarOptions and the guide. Open to everyone, and loaded from this
// server only.
import { Effect, Layer } from "effect"
import * as HttpApiScalar from "effect/http-api/HttpApiScalar"
import * as OpenApi from "effect/http-api/OpenApi"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import { Api } from "../../contract/Api.ts"
import { makeOpenApi } from "../../contract/openApi.ts"
import { VERSION } from "../../contract/version.ts"
import { GUIDE_PATH, GuideLive, guideRoutes } from "../guide/guideRoutes.ts"
import type { Route } from "./allowedMethods.ts"
import { cachedResponse } from "./cachedResponse.ts"

const OPENAPI_PATH = "/api/v1/openapi.json"
const DOCS_PATH = "/docs"

/** `documentationRoutes` are the routes of the documentation, with those of the guide. */
export const documentationRoutes: ReadonlyArray<Route> = [
  ["GET", OPENAPI_PATH],
  ["GET", DOCS_PATH],
  ...guideRoutes
]

/** `welcome` is the JSON answer at `/`. */
export const welcome = {
  name: "Pugmark",
  version: VERSION,
  docs: DOCS_PATH,
  guide: GUIDE_PATH,
  openapi: OPENAPI_PATH,
  health: "/health"
}

/** Options of the page: without links to other products, and without buttons that send the document elsewhere. */
const scalarOptions = {
  withDefaultFonts: false,
  hideClientButton: true,
  showDeveloperTools: "never",
  telemetry: false,
  authentication: { preferredSecurityScheme: "bearerAuth" },
  customCss: "a[href^='https://www.scalar.com'] { display: none }"
}

/** `DocumentationLive` serves `/api/v1/openapi.json` for programs, `/docs` and `/guide` for people. */
export const DocumentationLive = Layer.mergeAll(
  Layer.mergeAll(
    HttpRouter.add(
      "GET",
      OPENAPI_PATH,
      Effect.sync(() => HttpServerResponse.jsonUnsafe(makeOpenApi()))
    ),
    HttpApiScalar.layer(Api.annotate(OpenApi.Transform, makeOpenApi), {
      path: DOCS_PATH,
      scalar: scalarOptions
    })
  ).pipe(Layer.provide(cachedResponse)),
  GuideLive
)

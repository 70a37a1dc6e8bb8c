// What a stranger asks first: what is this, what can it do. Open to everyone; nothing of it is loaded from
// elsewhere.
import { Effect, Layer } from "effect"
import * as HttpApiScalar from "effect/http-api/HttpApiScalar"
import * as OpenApi from "effect/http-api/OpenApi"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import { Api } from "../../contract/Api.ts"
import { makeOpenApi } from "../../contract/openApi.ts"
import { VERSION } from "../../contract/version.ts"
import { GUIDE, GuideLive, guideRoutes } from "../guide/guideRoutes.ts"
import type { Route } from "./allowedMethods.ts"
import { cachedResponse } from "./cachedResponse.ts"

const OPENAPI = "/api/v1/openapi.json"
const DOCS = "/docs"

export const documentationRoutes: ReadonlyArray<Route> = [["GET", OPENAPI], ["GET", DOCS], ...guideRoutes]

/** What `/` tells programs. */
export const welcome = {
  name: "Pugmark",
  version: VERSION,
  docs: DOCS,
  guide: GUIDE,
  openapi: OPENAPI,
  health: "/health"
}

/**
 * The page without the furniture of its maker: no links to other products, no buttons that send the document
 * elsewhere.
 */
const page = {
  withDefaultFonts: false,
  hideClientButton: true,
  showDeveloperTools: "never",
  telemetry: false,
  authentication: { preferredSecurityScheme: "bearerAuth" },
  customCss: "a[href^='https://www.scalar.com'] { display: none }"
}

/** `/api/v1/openapi.json` is for programs, `/docs` and `/guide` for people. */
export const DocumentationLive = Layer.mergeAll(
  Layer.mergeAll(
    HttpRouter.add(
      "GET",
      OPENAPI,
      Effect.sync(() => HttpServerResponse.jsonUnsafe(makeOpenApi()))
    ),
    HttpApiScalar.layer(Api.annotate(OpenApi.Transform, makeOpenApi), { path: DOCS, scalar: page })
  ).pipe(Layer.provide(cachedResponse)),
  GuideLive
)

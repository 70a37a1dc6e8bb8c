// The role that serves the API on its port.
import * as HttpServer from "effect/http/HttpServer"
import { Deferred, Effect, Layer } from "effect"
import * as path from "node:path"
import { CLIENTS_OFF_REFUSAL, resourceAt } from "../api/authorization/ProtectedResource.ts"
import { basemapEdition } from "../api/map/readBasemap.ts"
import { FirstPassword } from "../api/access/FirstPassword.ts"
import { type HeldPort, httpLayer } from "../api/http/Http.ts"
import { ApiStores } from "../api/http/ApiStores.ts"
import type { StartDemo } from "../api/demo/DemoFarms.ts"
import { mcpMount } from "../mcp/McpLive.ts"
import { AnalysisPolicy } from "../api/analyses/AnalysisPolicy.ts"
import { HealthPolicy, ListensAt } from "../api/groups/system/diagnostics.ts"
import { CostLimits } from "../api/http/costLimit.ts"
import { AllowPrivateWebhooks } from "../api/groups/events/checkWebhookAddresses.ts"
import { AllowPrivateServers } from "../listeners/ports.ts"
import type { Settings } from "../config/Settings.ts"
import { removeFirstPassword, readFirstPassword } from "../process/firstPassword.ts"
import { IntakeSql } from "../store/intake/IntakeSql.ts"
import { pool } from "../store/sql/Pg.ts"
import { Runs } from "../store/analyses/Runs.ts"
import { SourceSecrets } from "../store/intake/SourceSecrets.ts"
import { DataDirectory } from "../store/system/SystemFacts.ts"
import { MaxGeometryBytes } from "../store/tracking/features/geometryBytes.ts"
import { PushBeat, PushBeatSql } from "../store/hearing/beats.ts"
import { recordHealth } from "./recordHealth.ts"
import { heartbeat } from "./background.ts"

/**
 * Serves the API; completes `listening` with its address. `startDemo` starts the demo of a project that a
 * user requests.
 */
export const serveLayer = (
  settings: Settings,
  listening: Deferred.Deferred<string>,
  startDemo: StartDemo,
  held: HeldPort | null
) => {
  const basemapFile = path.join(settings.dataDir, "basemap.pmtiles")
  return Layer.mergeAll(
    heartbeat(
      "serve",
      // what has to be the same for all processes of the role
      Effect.map(basemapEdition(basemapFile), (edition) => ({
        public_url: settings.publicUrl,
        basemap: edition === null ? null : edition.etag.replaceAll('"', "")
      }))
    ),
    recordHealth,
    Layer.effectDiscard(
      Effect.gen(function* () {
        const { address } = yield* HttpServer.HttpServer
        const port = address._tag === "UnixPathAddress" ? settings.port : address.port
        const reached =
          settings.publicUrl ??
          `http://${settings.host === "0.0.0.0" || settings.host === "::" ? "localhost" : settings.host}:${port}`
        if (!URL.canParse(reached) || resourceAt(reached) === null) yield* Effect.logInfo(CLIENTS_OFF_REFUSAL)
        yield* Effect.forkScoped((yield* PushBeat).run)
        yield* Deferred.succeed(listening, reached)
      })
    )
  ).pipe(
    Layer.provide(
      httpLayer({
        port: settings.port,
        host: settings.host,
        held,
        publicUrl: settings.publicUrl ?? "http://localhost",
        trustedHosts: settings.trustedHosts,
        corsOrigins: settings.corsOrigins,
        sessions: settings.sessions,
        mounts: [mcpMount],
        clientsUrl: settings.publicUrl,
        codeSeconds: settings.oauthCodeLifetimeSeconds,
        demos: startDemo,
        map: { ...settings.map, basemapFile }
      })
    ),
    Layer.provide(
      Layer.merge(IntakeSql(settings), SourceSecrets.layer).pipe(
        Layer.provideMerge(PushBeatSql),
        Layer.provide(
          pool({
            role: "pugmark_ingest",
            copies: true,
            maxConnections: 4,
            applicationName: "pugmark ingest",
            statementTimeoutMs: 10_000
          })
        )
      )
    ),
    Layer.provide(
      Runs.layer.pipe(
        Layer.provide(
          pool({
            role: "pugmark_api",
            maxConnections: 3,
            applicationName: "pugmark analyses",
            statementTimeoutMs: 120_000
          })
        )
      )
    ),
    Layer.provide(
      ApiStores.pipe(
        Layer.provide([
          Layer.succeed(DataDirectory, settings.dataDir),
          Layer.succeed(MaxGeometryBytes, settings.maxGeometryBytes)
        ])
      )
    ),
    Layer.provide([
      Layer.succeed(AnalysisPolicy, settings.analyses),
      Layer.succeed(HealthPolicy, {
        maxUnreadRows: settings.maxUnreadRows,
        maxUnreadRowsPerProject: settings.maxUnreadRowsPerProject,
        analyses: settings.analyses.modules.length > 0
      }),
      Layer.succeed(ListensAt, { host: settings.host, public_url: settings.publicUrl })
    ]),
    Layer.provide(Layer.succeed(CostLimits, settings.costs)),
    Layer.provide(
      Layer.succeed(FirstPassword, (password) =>
        Effect.sync(() => {
          if (readFirstPassword(settings.dataDir) === password) removeFirstPassword(settings.dataDir)
        })
      )
    ),
    Layer.provide([
      Layer.succeed(AllowPrivateWebhooks, settings.delivery.webhookAllowPrivate),
      Layer.succeed(AllowPrivateServers, settings.websocketAllowPrivate)
    ]),
    Layer.provide(
      pool({
        role: "pugmark_api",
        maxConnections: 10,
        applicationName: "pugmark api",
        statementTimeoutMs: 120_000
      })
    )
  )
}

// The role that evaluates rules on stored records.
import { Effect, Layer } from "effect"
import { uuid7 } from "../store/sql/uuid7.ts"
import { Engine } from "../engine/live/Engine.ts"
import type { EngineOptions } from "../engine/live/EngineOptions.ts"
import { Ids } from "../engine/ports.ts"
import { HearingSql } from "../store/hearing/HearingSql.ts"
import { FactsSql } from "../store/engine/FactsSql.ts"
import { HistorySql } from "../store/engine/HistorySql.ts"
import { JournalSql } from "../store/engine/JournalSql.ts"
import { ObservationFeed } from "../store/engine/ObservationFeed.ts"
import { LateSpansSql } from "../store/engine/LateSpansSql.ts"
import { OwnershipSql } from "../store/engine/OwnershipSql.ts"
import { ClusterPlacement } from "../store/engine/placement/ClusterPlacement.ts"
import { pool } from "../store/sql/Pg.ts"
import { RuleSetsSql } from "../store/engine/RuleSetsSql.ts"
import { heartbeat, inBackground, workerName, reportMetrics } from "./background.ts"

/** Evaluates rules on stored records. Several may run: they share the partitions of the log. */
export const engineLayer = (options: EngineOptions) =>
  Layer.unwrap(
    Effect.map(Engine, (engine) =>
      Layer.mergeAll(inBackground(engine.run), heartbeat("engine", engine.progress), reportMetrics("engine"))
    )
  ).pipe(
    Layer.provide(Engine.layer(options)),
    Layer.provide(
      Layer.mergeAll(
        ObservationFeed,
        RuleSetsSql,
        FactsSql,
        HearingSql,
        HistorySql,
        LateSpansSql,
        JournalSql,
        OwnershipSql(workerName),
        ClusterPlacement(workerName),
        Layer.succeed(Ids, { next: uuid7 })
      )
    ),
    Layer.provide(
      pool({
        role: "pugmark_engine",
        // one of them is kept for the locks of the placement
        maxConnections: 5,
        applicationName: "pugmark engine",
        statementTimeoutMs: 120_000
      })
    )
  )

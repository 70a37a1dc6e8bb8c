// Places the partitions over the engine processes that run, by `effect/cluster` on the database: membership,
// heartbeats, locks and a weighted hash ring. A partition is a shard, and on each shard runs a singleton that only says
// that the partition is granted. The lock of a shard is kept until its singleton has ended, and that waits until the
// engine has let the partition go. Nothing listens on a port: the address of a process is a name.
import { Effect, Layer, Option } from "effect"
import * as EntityId from "effect/cluster/EntityId"
import * as MessageStorage from "effect/cluster/MessageStorage"
import * as RunnerAddress from "effect/cluster/RunnerAddress"
import * as RunnerHealth from "effect/cluster/RunnerHealth"
import * as Runners from "effect/cluster/Runners"
import * as Sharding from "effect/cluster/Sharding"
import * as ShardingConfig from "effect/cluster/ShardingConfig"
import * as SqlRunnerStorage from "effect/cluster/SqlRunnerStorage"
import * as SqlClient from "effect/sql/SqlClient"
import { randomUUID } from "node:crypto"
import { PARTITIONS } from "../../../domain/intake/LogEntry.ts"
import { PartitionPlacement } from "../../../engine/ports.ts"
import { Grants } from "./grants.ts"
import { HEARTBEAT_LIMIT } from "./heartbeat.ts"
import { ShutdownLogFilter } from "./ShutdownLogFilter.ts"

const SHARD_GROUP_NAME = "engine"

/** SWEEP_INTERVAL is how often heartbeats that lie in the future are removed. */
const SWEEP_INTERVAL = "2 seconds"

/**
 * Removes heartbeats and locks that a clock has left in the future: set back while a process died, it would
 * keep the partitions of that process until the time comes again.
 */
const sweep = (sql: SqlClient.SqlClient) =>
  sql`delete from cluster_runners where last_heartbeat > now() + interval '1 minute'`.pipe(
    Effect.andThen(sql`delete from cluster_locks where acquired_at > now() + interval '1 minute'`),
    Effect.ignoreCause,
    Effect.delay(SWEEP_INTERVAL),
    Effect.forever
  )

/**
 * Returns the first name that is placed on the shard of a partition: singletons are placed by a hash of their
 * name.
 */
const nameOn = ({ getShardId }: Sharding.Sharding["Service"], partition: number): string => {
  for (let n = 0; ; n++) {
    const name = `partition-${partition}-${n}`
    if (getShardId(EntityId.make(name), SHARD_GROUP_NAME).id === partition + 1) return name
  }
}

/** The placement over the runners of the cluster. */
const placementOf = (log: ShutdownLogFilter) =>
  Layer.effect(
    PartitionPlacement,
    Effect.gen(function* () {
      const sharding = yield* Sharding.Sharding
      const sql = yield* SqlClient.SqlClient
      yield* Effect.addFinalizer(() => log.stop)
      yield* Effect.forkScoped(sweep(sql))
      const grants = new Grants()
      for (let partition = 0; partition < PARTITIONS; partition++)
        yield* sharding.registerSingleton(
          nameOn(sharding, partition),
          Effect.andThen(grants.granted(partition), Effect.never),
          { shardGroup: SHARD_GROUP_NAME }
        )
      return PartitionPlacement.of(grants.placement)
    })
  )

/** ClusterPlacement is the `PartitionPlacement` of an engine process on PostgreSQL; `owner` names the process. */
export const ClusterPlacement = (owner: string) =>
  Layer.suspend(() => {
    const log = new ShutdownLogFilter()
    return placementOf(log).pipe(
      Layer.provide(Sharding.layer),
      Layer.provide(log.layer),
      Layer.provide([Runners.layerNoop, RunnerHealth.layerNoop, SqlRunnerStorage.layerStorage({})]),
      Layer.provide(MessageStorage.layerNoop),
      Layer.provide(
        ShardingConfig.layer({
          // unique for each start: two processes of one name would take themselves for one
          runnerAddress: Option.some(RunnerAddress.make(`${owner}/${randomUUID()}`, 0)),
          availableShardGroups: [SHARD_GROUP_NAME],
          assignedShardGroups: [SHARD_GROUP_NAME],
          shardsPerGroup: PARTITIONS,
          shardLockRefreshInterval: "1 second",
          shardLockExpiration: HEARTBEAT_LIMIT,
          refreshAssignmentsInterval: "500 millis",
          entityMessagePollInterval: "1 second"
        })
      )
    )
  })

// An engine that owns all partitions, as far as its own placement goes.
import { Context, Effect, Layer } from "effect"
import { Ownership, PartitionPlacement } from "../../../src/engine/ports.ts"
import { ALL_PARTITIONS, MemoryPlacement } from "./MemoryPlacement.ts"

/** Grants all partitions to the engine of a layer, also those that another engine has. */
export const allGranted = Layer.effect(
  PartitionPlacement,
  Effect.suspend(() => new MemoryPlacement().join)
)

/** Claims all partitions; with their epochs, as a commit needs them. */
export const claimAll = (ownership: Ownership["Service"]) =>
  Effect.map(ownership.claim(ALL_PARTITIONS), (claim) => ({
    ...claim,
    epochs: new Map(claim.tenures.map(({ epoch, partition }) => [partition, epoch])),
    positionOf: (partition: number) => claim.tenures.find((t) => t.partition === partition)!.position
  }))

/** The same of the services in a context. */
export const claimAllIn = (context: Context.Context<Ownership>) => claimAll(Context.get(context, Ownership))

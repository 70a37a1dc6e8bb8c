// Engines that do something wrong when a partition moves between them: seen in stories in which several engines share
// the partitions.
import { Effect } from "effect"
import { subjectKey } from "../../src/domain/rule/Observation.ts"
import type { EvaluatedTicks, PartialTick } from "../../src/engine/evaluate/BatchResult.ts"
import { Fenced, type Grant, type Memory } from "../../src/engine/ports.ts"
import type { Ports } from "./SimStore.ts"
import type { Defect } from "./simulate.ts"

/** The engine uses the memory of before a refused commit for the partitions that it claims after it. */
const keepsMemory: Defect = {
  ports: (ports) => {
    const loaded = new Map<string, Memory>()
    let isRefused = false
    return {
      ...ports,
      journal: {
        commit: (epochs, changes) =>
          Effect.tapError(ports.journal.commit(epochs, changes), (error) =>
            Effect.sync(() => {
              isRefused ||= error instanceof Fenced
            })
          )
      },
      factSource: {
        ...ports.factSource,
        loadMemories: (subjects, progress, needs) =>
          Effect.map(ports.factSource.loadMemories(subjects, progress, needs), (memories) => {
            const used = new Map<(typeof subjects)[number], Memory>()
            for (const [subject, memory] of memories) {
              const key = subjectKey(subject),
                kept = loaded.get(key)
              used.set(subject, isRefused && kept !== undefined ? kept : memory)
              loaded.set(key, memory)
            }
            return used
          })
      }
    }
  }
}

/** Ticks and replays under way are read before the claim, as the owner before has not left them yet. */
const loadsBeforeClaim: Defect = {
  ports: (ports) => {
    let ticks: ReadonlyArray<Omit<EvaluatedTicks, "half"> & { readonly half: PartialTick | null }> = [],
      replays: ReadonlyArray<Effect.Success<ReturnType<Ports["lateSpans"]["unfinished"]>>[number]> = []
    return {
      ...ports,
      ownership: {
        claim: (partitions) =>
          Effect.gen(function* () {
            ticks = yield* ports.factSource.tickProgress(partitions)
            replays = yield* ports.lateSpans.unfinished(partitions)
            return yield* ports.ownership.claim(partitions)
          })
      },
      factSource: { ...ports.factSource, tickProgress: () => Effect.sync(() => ticks) },
      lateSpans: { ...ports.lateSpans, unfinished: () => Effect.sync(() => replays) }
    }
  }
}

/** Deadlines of partitions that were owned once are loaded like those of the owned ones. */
const keepsTimers: Defect = {
  ports: (ports) => {
    const owned = new Set<number>()
    return {
      ...ports,
      ownership: {
        claim: (partitions) =>
          Effect.suspend(() => {
            for (const partition of partitions) owned.add(partition)
            return ports.ownership.claim(partitions)
          })
      },
      factSource: {
        ...ports.factSource,
        pendingDeadlines: (partitions, range) =>
          ports.factSource.pendingDeadlines([...new Set([...owned, ...partitions])], range)
      }
    }
  }
}

/** Nothing is awaited where a grant is revoked: the partition is free while a batch of it is being committed. */
const releasesAtOnce: Defect = {
  ports: (ports) => ({
    ...ports,
    placement: Effect.map(ports.placement, (placement) => ({
      ...placement,
      look: () =>
        new Map(
          Array.from(placement.look(), ([partition, grant]): [number, Grant] => [
            partition,
            {
              partition,
              get isRevoked() {
                return grant.isRevoked
              },
              take: () => {
                grant.take()
                grant.release()
              },
              release: grant.release
            }
          ])
        )
    }))
  })
}

/** By what is wrong. */
export const moveDefects: Readonly<Record<string, Defect>> = {
  "memory is kept after a commit was refused": keepsMemory,
  "memory is loaded before the claim": loadsBeforeClaim,
  "timers of a lost partition still go off": keepsTimers,
  "a partition is let go while a batch of it is being committed": releasesAtOnce
}

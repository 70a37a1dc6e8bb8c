// Which partitions of the log have grown since the engine read it last, so that it waits for its own alone: an
// ingest transaction notifies every engine process, and most of several have nothing to read then.
import { Effect, Queue } from "effect"
import { type PartitionMask, partitionMask, readPartitionMask } from "../../domain/intake/PartitionMask.ts"

/** LogGrowth collects the notifications of the log for one engine. */
export class LogGrowth {
  private grown: PartitionMask = 0n
  private awaited: PartitionMask = 0n
  private readonly signal: Queue.Queue<void>

  private constructor(signal: Queue.Queue<void>) {
    this.signal = signal
  }

  static readonly make: Effect.Effect<LogGrowth> = Effect.map(
    Queue.sliding<void>(1),
    (signal) => new LogGrowth(signal)
  )

  /** Adds the partitions that the payload of a notification names. */
  readonly add = (payload: string): void => {
    this.grown |= readPartitionMask(payload)
    if ((this.grown & this.awaited) !== 0n) Queue.offerUnsafe(this.signal, undefined)
  }

  /** Forgets what was added: a read that begins now finds it, for notifications arrive after their commit. */
  clear(): void {
    this.grown = 0n
  }

  /** Waits until one of the partitions has grown since `clear`, at most so many milliseconds. */
  wait(milliseconds: number, partitions: ReadonlyArray<number>): Effect.Effect<void> {
    return Effect.suspend(() => {
      const awaited = partitionMask(partitions),
        hasGrown = () => (this.grown & awaited) !== 0n
      this.awaited = awaited
      return hasGrown()
        ? Effect.void
        : Queue.take(this.signal).pipe(
            Effect.repeat({ until: hasGrown }),
            Effect.timeoutOption(milliseconds),
            Effect.asVoid
          )
    })
  }
}

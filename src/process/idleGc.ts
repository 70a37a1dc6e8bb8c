// Returns memory to the system after a burst of work. V8 keeps the pages of a grown heap until its next major
// collection, and an idle thread allocates too little to cause one: so an idle thread with a grown heap asks for it.
import { Effect, Layer } from "effect"
import { type EventLoopUtilization, performance } from "node:perf_hooks"
import * as v8 from "node:v8"
import { runInNewContext } from "node:vm"

/** How often a thread is sampled, ms, and how many samples in a row have to be idle. */
const SAMPLE_INTERVAL_MS = 5000
const MIN_IDLE_SAMPLES = 3
/** A thread is idle while it is busy for at most this share of its time. */
const MAX_IDLE_SHARE = 0.05
/** Heap growth that justifies the pause of a major collection: 0.5 to 2 ms for each megabyte in use. */
const MIN_GROWTH_BYTES = 32 * 2 ** 20

/** `ThreadSample` is what a thread holds, and how busy it was since the sample before. */
interface ThreadSample {
  /** pages of the heap, and buffers beside it, bytes */
  readonly heldBytes: number
  /** share of the time, 0 to 1 */
  readonly busy: number
}

/**
 * `IdleDetector` decides from samples when to collect; `reset` takes the bytes that are still held after a
 * collection.
 */
export class IdleDetector {
  private heldAfterCollection = 0
  private idleSamples = 0

  shouldCollect({ busy, heldBytes }: ThreadSample): boolean {
    this.idleSamples = busy <= MAX_IDLE_SHARE ? this.idleSamples + 1 : 0
    return this.idleSamples >= MIN_IDLE_SAMPLES && heldBytes - this.heldAfterCollection >= MIN_GROWTH_BYTES
  }

  reset(heldBytes: number): void {
    this.heldAfterCollection = heldBytes
    this.idleSamples = 0
  }
}

const readHeldBytes = (): number => {
  const { external_memory, total_physical_size } = v8.getHeapStatistics()
  return total_physical_size + external_memory
}

/** Returns V8's `gc` function. The flag that exposes it is unset again, so that no other code finds it. */
const collector = (): ((options: { readonly type: "major"; readonly flavor: "last-resort" }) => void) => {
  v8.setFlagsFromString("--expose-gc")
  const collect = runInNewContext("gc") as ReturnType<typeof collector> // V8's name for it
  v8.setFlagsFromString("--no-expose-gc")
  return collect
}

const megabytes = (bytes: number): number => Math.round(bytes / 1e6)

/**
 * `collectWhenIdle` samples this thread every `intervalMs`, and collects its garbage when it is idle after
 * growth.
 */
export const collectWhenIdle = (intervalMs = SAMPLE_INTERVAL_MS): Layer.Layer<never> =>
  Layer.effectDiscard(
    Effect.forkScoped(
      Effect.gen(function* () {
        const detector = new IdleDetector(),
          collect = collector()
        let previous: EventLoopUtilization = performance.eventLoopUtilization()
        for (;;) {
          yield* Effect.sleep(intervalMs)
          const now = performance.eventLoopUtilization(),
            busy = performance.eventLoopUtilization(now, previous).utilization,
            heldBytes = readHeldBytes()
          previous = now
          if (!detector.shouldCollect({ busy, heldBytes })) continue
          const began = performance.now()
          collect({ type: "major", flavor: "last-resort" })
          detector.reset(readHeldBytes())
          yield* Effect.logInfo("memory was given back", {
            held_mb: megabytes(heldBytes),
            left_mb: megabytes(readHeldBytes()),
            took_ms: Math.round(performance.now() - began)
          })
        }
      })
    )
  )

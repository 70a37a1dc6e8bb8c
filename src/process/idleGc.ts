// Memory that a flood took is given back once it is over. V8 keeps the pages of a heap that has grown until
// it collects garbage again, and a thread that rests makes too little garbage for that: so a thread that has
// grown and is at rest is told to.
import { Effect, Layer } from "effect"
import { type EventLoopUtilization, performance } from "node:perf_hooks"
import * as v8 from "node:v8"
import { runInNewContext } from "node:vm"

/** How often a thread is looked at, ms, and how many looks in a row it has to be at rest. */
const LOOK_MS = 5000
const LOOKS = 3
/** A thread rests while no more than this share of its time is taken. */
const REST = 0.05
/** Growth that is worth the pause: half a millisecond to two for each megabyte in use. */
const WORTHWHILE = 32 * 2 ** 20

/** What a thread holds and how busy it was since it was last looked at. */
export interface Look {
  /** pages of the heap, and buffers beside it, bytes */
  readonly held: number
  /** share of the time, 0 to 1 */
  readonly busy: number
}

/** Says of each look whether memory is to be given back now; `settle` tells what was still held afterwards. */
export class Rests {
  private settled = 0
  private looks = 0

  isTime({ busy, held }: Look): boolean {
    this.looks = busy <= REST ? this.looks + 1 : 0
    return this.looks >= LOOKS && held - this.settled >= WORTHWHILE
  }

  settle(held: number): void {
    this.settled = held
    this.looks = 0
  }
}

const heldNow = (): number => {
  const { external_memory, total_physical_size } = v8.getHeapStatistics()
  return total_physical_size + external_memory
}

/**
 * V8's own way to give back whatever it can. It is hidden behind a flag, which is taken away again: nobody
 * else is to use it.
 */
const collector = (): ((options: { readonly type: "major"; readonly flavor: "last-resort" }) => void) => {
  v8.setFlagsFromString("--expose-gc")
  const collect = runInNewContext("gc") as ReturnType<typeof collector> // what V8 names so
  v8.setFlagsFromString("--no-expose-gc")
  return collect
}

const megabytes = (bytes: number): number => Math.round(bytes / 1e6)

/** Watches this thread, and gives back what it holds for nothing whenever it rests after it has grown. */
export const giveBack = (lookMs = LOOK_MS): Layer.Layer<never> =>
  Layer.effectDiscard(
    Effect.forkScoped(
      Effect.gen(function* () {
        const rests = new Rests(),
          collect = collector()
        let seen: EventLoopUtilization = performance.eventLoopUtilization()
        for (;;) {
          yield* Effect.sleep(lookMs)
          const now = performance.eventLoopUtilization(),
            busy = performance.eventLoopUtilization(now, seen).utilization,
            held = heldNow()
          seen = now
          if (!rests.isTime({ busy, held })) continue
          const began = performance.now()
          collect({ type: "major", flavor: "last-resort" })
          rests.settle(heldNow())
          yield* Effect.logInfo("memory was given back", {
            held_mb: megabytes(held),
            left_mb: megabytes(heldNow()),
            took_ms: Math.round(performance.now() - began)
          })
        }
      })
    )
  )

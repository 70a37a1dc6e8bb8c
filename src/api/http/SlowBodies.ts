// The least rate at which a body must arrive: otherwise a client that sends one byte now and then would hold
// a connection, and memory, for as long as it likes.
import { Context, Effect, Layer } from "effect"
import { UNCOUNTED_BODY_BYTES } from "./BodyMemoryBudget.ts"

/**
 * `BodyCheckIntervalMs` is the interval between two checks of all bodies. A late check counts once, so that a
 * busy process refuses no body.
 */
export const BodyCheckIntervalMs = Context.Reference<number>("api/BodyCheckIntervalMs", {
  defaultValue: () => 5000
})
/** `CHECKS_PER_WINDOW` checks make a window of 15 s, within which the least number of new bytes must arrive. */
const CHECKS_PER_WINDOW = 3
/** The least number of new bytes in a window, of a small body and of one that counts in `BodyMemoryBudget`. */
const MIN_BYTES_PER_WINDOW = 1024
const MIN_LARGE_BYTES_PER_WINDOW = 16 * 1024

interface WatchedBody {
  /** bytes that have arrived so far */
  readonly arrived: () => number
  readonly onTooSlow: () => void
  checks: number
  /** bytes that had arrived at the beginning of the window */
  before: number
}

/** `SlowBodies` watches the bodies that are still arriving, and reports those that arrive too slowly. */
class SlowBodies {
  private readonly bodies = new Set<WatchedBody>()

  /** Watches a body until the returned function is called. */
  watch(arrived: () => number, onTooSlow: () => void): () => void {
    const body: WatchedBody = { arrived, onTooSlow, checks: 0, before: 0 }
    this.bodies.add(body)
    return () => void this.bodies.delete(body)
  }

  /** Checks all watched bodies; to be called every `BodyCheckIntervalMs`. */
  checkAll(): void {
    for (const body of this.bodies) {
      if (++body.checks % CHECKS_PER_WINDOW !== 0) continue
      const bytes = body.arrived()
      const least = bytes > UNCOUNTED_BODY_BYTES ? MIN_LARGE_BYTES_PER_WINDOW : MIN_BYTES_PER_WINDOW
      if (bytes - body.before < least) {
        this.bodies.delete(body)
        body.onTooSlow()
      }
      body.before = bytes
    }
  }
}

/** `CurrentSlowBodies` holds the bodies that a server is reading; `watchSlowBodies` checks their rates. */
export const CurrentSlowBodies = Context.Reference<SlowBodies>("api/CurrentSlowBodies", {
  defaultValue: () => new SlowBodies()
})

/** `watchSlowBodies` checks the bodies of a server until its scope closes. */
export const watchSlowBodies = Layer.effect(
  CurrentSlowBodies,
  Effect.gen(function* () {
    const bodies = new SlowBodies()
    const checkAll = Effect.sync(() => bodies.checkAll())
    yield* Effect.forkScoped(
      Effect.forever(Effect.andThen(Effect.sleep(yield* BodyCheckIntervalMs), checkAll))
    )
    return bodies
  })
)

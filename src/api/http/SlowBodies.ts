// The rate that a body has to come at: a sender of one byte now and then holds a connection, and memory with
// it, for as long as it likes otherwise.
import { Context, Effect, Layer } from "effect"
import { UNCOUNTED_BODY_BYTES } from "./BodyMemoryBudget.ts"

/** How often bodies are looked at, ms. A late look counts once, so that a busy process refuses no body. */
export const BodyLookMs = Context.Reference<number>("api/BodyLookMs", { defaultValue: () => 5000 })
/** Looks after which so many bytes have to be there that were not there before. */
const LOOKS_PER_WINDOW = 3
/** Bytes in a window of 15 s, of a body that takes no memory to speak of and of one that does. */
const MIN_BYTES_PER_WINDOW = 1024
const MIN_BYTES_PER_WINDOW_OF_LARGE = 16 * 1024

interface WatchedBody {
  /** bytes that have arrived so far */
  readonly arrived: () => number
  readonly onTooSlow: () => void
  looks: number
  /** bytes at the beginning of the window */
  before: number
}

/** SlowBodies watches bodies that are not whole yet, and says which come too slowly. */
export class SlowBodies {
  private readonly bodies = new Set<WatchedBody>()

  /** Watches a body until the function that is returned is called. */
  watch(arrived: () => number, onTooSlow: () => void): () => void {
    const body: WatchedBody = { arrived, onTooSlow, looks: 0, before: 0 }
    this.bodies.add(body)
    return () => void this.bodies.delete(body)
  }

  /** Looks at all of them: to be called every `BodyLookMs`. */
  look(): void {
    for (const body of this.bodies) {
      if (++body.looks % LOOKS_PER_WINDOW !== 0) continue
      const bytes = body.arrived()
      const least = bytes > UNCOUNTED_BODY_BYTES ? MIN_BYTES_PER_WINDOW_OF_LARGE : MIN_BYTES_PER_WINDOW
      if (bytes - body.before < least) {
        this.bodies.delete(body)
        body.onTooSlow()
      }
      body.before = bytes
    }
  }
}

/** The bodies that a server is reading; `watchSlowBodies` checks their rates. */
export const CurrentSlowBodies = Context.Reference<SlowBodies>("api/CurrentSlowBodies", {
  defaultValue: () => new SlowBodies()
})

/** Watches the bodies of a server for as long as it is there. */
export const watchSlowBodies = Layer.effect(
  CurrentSlowBodies,
  Effect.gen(function* () {
    const bodies = new SlowBodies()
    const look = Effect.sync(() => bodies.look())
    yield* Effect.forkScoped(Effect.forever(Effect.andThen(Effect.sleep(yield* BodyLookMs), look)))
    return bodies
  })
)

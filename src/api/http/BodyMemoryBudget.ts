// Limits the memory that bodies of requests take while they are read and answered: bytes count from their
// arrival until their request ends. Small bodies, which devices send all day, are not counted.
import { Context, Effect } from "effect"
import { ingestLimits } from "../../domain/intake/ingestLimits.ts"

/**
 * `UNCOUNTED_BODY_BYTES` is the size up to which a body is not counted; routes without authentication take no
 * larger ones.
 */
export const UNCOUNTED_BODY_BYTES = 64 * 1024
/**
 * `MAX_BODY_BYTES` bounds all counted bodies: one of the largest size and some smaller ones. Stored, they are
 * twenty times as large.
 */
const MAX_BODY_BYTES = 1.25 * ingestLimits.bytes
/**
 * `MAX_BODY_BYTES_PER_ADDRESS` bounds the counted bodies of one client address: the largest body there may
 * be.
 */
const MAX_BODY_BYTES_PER_ADDRESS = ingestLimits.bytes

/** `BodyMemoryBudget` counts the bytes of large bodies, in all and by client address. */
export class BodyMemoryBudget {
  private total = 0
  private readonly byAddress = new Map<string, number>()
  private readonly maxBytes: number
  private readonly maxBytesPerAddress: number

  constructor(maxBytes = MAX_BODY_BYTES, maxBytesPerAddress = MAX_BODY_BYTES_PER_ADDRESS) {
    this.maxBytes = maxBytes
    this.maxBytesPerAddress = maxBytesPerAddress
  }

  /** Returns whether `bytes` more would be within the budget. */
  fits(address: string, bytes: number): boolean {
    return (
      this.total + bytes <= this.maxBytes &&
      (this.byAddress.get(address) ?? 0) + bytes <= this.maxBytesPerAddress
    )
  }

  /** Adds bytes; a negative number releases them. */
  add(address: string, bytes: number): void {
    this.total += bytes
    const rest = (this.byAddress.get(address) ?? 0) + bytes
    if (rest === 0) this.byAddress.delete(address)
    else this.byAddress.set(address, rest)
  }
}

/** `BodyReservation` is what one request holds of the budget. */
export class BodyReservation {
  private bytes = 0
  private readonly budget: BodyMemoryBudget
  private readonly address: string

  constructor(budget: BodyMemoryBudget, address: string) {
    this.budget = budget
    this.address = address
  }

  /** Returns whether the request may hold `bytes` in all. */
  fits(bytes: number): boolean {
    return bytes <= UNCOUNTED_BODY_BYTES || this.budget.fits(this.address, bytes - this.bytes)
  }

  /** Holds `bytes` in all if they fit, and returns whether they do. */
  grow(bytes: number): boolean {
    if (!this.fits(bytes)) return false
    if (bytes <= UNCOUNTED_BODY_BYTES) return true
    this.budget.add(this.address, bytes - this.bytes)
    this.bytes = bytes
    return true
  }

  release(): void {
    if (this.bytes > 0) this.budget.add(this.address, -this.bytes)
    this.bytes = 0
  }
}

/** `ProcessBodyBudget` is the budget of this process. */
export const ProcessBodyBudget = Context.Reference<BodyMemoryBudget>("api/ProcessBodyBudget", {
  defaultValue: () => new BodyMemoryBudget()
})

/** `CurrentBodyReservation` is what the current request holds; null for a small body or an in-process call. */
export const CurrentBodyReservation = Context.Reference<BodyReservation | null>(
  "api/CurrentBodyReservation",
  { defaultValue: () => null }
)

/** `withBodyBudget` runs `app` for a request with a counted body, and releases its reservation when it ends. */
export const withBodyBudget = <A, E, R>(address: string, app: Effect.Effect<A, E, R>) =>
  Effect.flatMap(ProcessBodyBudget, (budget) => {
    const reservation = new BodyReservation(budget, address)
    return app.pipe(
      Effect.provideService(CurrentBodyReservation, reservation),
      Effect.ensuring(Effect.sync(() => reservation.release()))
    )
  })

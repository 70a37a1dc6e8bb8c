// How much memory the bodies of requests may take that are being read and answered: bytes count once they have
// arrived, for as long as their request lasts. Small bodies, as devices send them all day, are not counted.
import { Context, Effect } from "effect"
import { ingestLimits } from "../../domain/intake/ingestLimits.ts"

/** Bytes of a body that are not counted: a route that answers strangers takes no more of them than these. */
export const UNCOUNTED_BODY_BYTES = 64 * 1024
/**
 * Bytes of all bodies that are counted: the largest and some smaller ones. Stored, they are twenty times as
 * large.
 */
const MAX_BODY_BYTES = 1.25 * ingestLimits.bytes
/** Bytes of those that come from one address: the largest body there may be. */
const MAX_BODY_BYTES_PER_ADDRESS = ingestLimits.bytes

/** BodyMemoryBudget counts the bytes of large bodies, in all and by the address that they come from. */
export class BodyMemoryBudget {
  private total = 0
  private readonly byAddress = new Map<string, number>()
  private readonly maxBytes: number
  private readonly maxBytesPerAddress: number

  constructor(maxBytes = MAX_BODY_BYTES, maxBytesPerAddress = MAX_BODY_BYTES_PER_ADDRESS) {
    this.maxBytes = maxBytes
    this.maxBytesPerAddress = maxBytesPerAddress
  }

  /** Whether so many more bytes would be taken. */
  fits(address: string, bytes: number): boolean {
    return (
      this.total + bytes <= this.maxBytes &&
      (this.byAddress.get(address) ?? 0) + bytes <= this.maxBytesPerAddress
    )
  }

  /** Adds bytes; negative ones are given back. */
  add(address: string, bytes: number): void {
    this.total += bytes
    const rest = (this.byAddress.get(address) ?? 0) + bytes
    if (rest === 0) this.byAddress.delete(address)
    else this.byAddress.set(address, rest)
  }
}

/** BodyReservation is what one request holds of the budget. */
export class BodyReservation {
  private bytes = 0
  private readonly budget: BodyMemoryBudget
  private readonly address: string

  constructor(budget: BodyMemoryBudget, address: string) {
    this.budget = budget
    this.address = address
  }

  /** Whether the request may hold so many bytes in all. */
  fits(bytes: number): boolean {
    return bytes <= UNCOUNTED_BODY_BYTES || this.budget.fits(this.address, bytes - this.bytes)
  }

  /** Holds so many bytes in all, if they fit. */
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

/** The budget of this process. */
export const ProcessBodyBudget = Context.Reference<BodyMemoryBudget>("api/ProcessBodyBudget", {
  defaultValue: () => new BodyMemoryBudget()
})

/** What the request that is being answered holds; null: its body is small, or comes from within. */
export const CurrentBodyReservation = Context.Reference<BodyReservation | null>(
  "api/CurrentBodyReservation",
  { defaultValue: () => null }
)

/** Answers a request whose body counts; what it holds is given back however that ends. */
export const withBodyBudget = <A, E, R>(address: string, app: Effect.Effect<A, E, R>) =>
  Effect.flatMap(ProcessBodyBudget, (budget) => {
    const reservation = new BodyReservation(budget, address)
    return app.pipe(
      Effect.provideService(CurrentBodyReservation, reservation),
      Effect.ensuring(Effect.sync(() => reservation.release()))
    )
  })

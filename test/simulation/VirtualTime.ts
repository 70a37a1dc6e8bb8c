// Time and turns of a simulated world: one queue of what can run, of which the seed draws the next, and a
// clock that moves only when nothing can. Nothing here waits for the machine (TestClock does: it gives a
// woken fiber a second of real time), so a seed is one history.
import { type Clock, type Duration as Durations, Duration, Effect, type Fiber, type Scheduler } from "effect"
import type { Chance } from "./Chance.ts"

interface Appointment {
  readonly at: number
  readonly order: number
  readonly run: () => void
  cancelled: boolean
}

/**
 * A fiber is not made to yield before this many operations: one that is interrupted before its first is
 * otherwise started twice.
 */
const FIRST_OPERATIONS = 8
const LONGEST_TURN = 120

export class VirtualTime implements Clock.Clock, Scheduler.Scheduler {
  readonly executionMode = "async"
  readonly currentTimeMillis = Effect.sync(() => this.now)
  readonly currentTimeNanos = Effect.sync(() => this.currentTimeNanosUnsafe())
  readonly monotonicTimeNanos = this.currentTimeNanos
  private moment: number
  private readonly chance: Chance
  private readonly ready: Array<() => void> = []
  private readonly appointments: Array<Appointment> = []
  private order = 0
  private turn = LONGEST_TURN

  constructor(start: number, chance: Chance) {
    this.moment = start
    this.chance = chance
  }

  get now(): number {
    return this.moment
  }

  currentTimeMillisUnsafe(): number {
    return this.moment
  }

  currentTimeNanosUnsafe(): bigint {
    return BigInt(this.moment) * 1_000_000n
  }

  monotonicTimeNanosUnsafe(): bigint {
    return this.currentTimeNanosUnsafe()
  }

  sleep(duration: Durations.Duration): Effect.Effect<void> {
    return Effect.callback<void>((resume) => {
      const cancel = this.after(Duration.toMillis(duration), () => resume(Effect.void))
      return Effect.sync(cancel)
    })
  }

  shouldYield(fiber: Fiber.Fiber<unknown, unknown>): boolean {
    if (fiber.currentOpCount <= FIRST_OPERATIONS || --this.turn > 0) return false
    this.turn = 1 + this.chance.below(LONGEST_TURN)
    return true
  }

  makeDispatcher(): Scheduler.SchedulerDispatcher {
    return { scheduleTask: (task) => void this.ready.push(task), flush: () => this.settle() }
  }

  /** Runs something so many milliseconds from now; what it gives takes that back. */
  after(milliseconds: number, run: () => void): () => void {
    const appointment: Appointment = {
      at: this.moment + Math.max(0, milliseconds),
      order: this.order++,
      run,
      cancelled: false
    }
    const { appointments } = this
    let i = appointments.push(appointment) - 1
    for (; i > 0; i = (i - 1) >> 1) {
      const parent = (i - 1) >> 1
      if (isBefore(appointments[parent]!, appointment)) break
      appointments[i] = appointments[parent]!
      appointments[parent] = appointment
    }
    return () => {
      appointment.cancelled = true
    }
  }

  /** Lets everything run that can, in an order that the seed draws. */
  settle(): void {
    const { chance, ready } = this
    while (ready.length > 0) {
      const i = chance.below(ready.length),
        task = ready[i]!,
        last = ready.pop()!
      if (task !== last) ready[i] = last
      task()
    }
  }

  /** Lets time pass up to a moment, with all that happens on the way. */
  passTo(moment: number): void {
    this.settle()
    for (
      let next = this.appointments[0];
      next !== undefined && next.at <= moment;
      next = this.appointments[0]
    ) {
      this.drop()
      if (next.cancelled) continue
      this.moment = next.at
      next.run()
      this.settle()
    }
    this.moment = moment
  }

  private drop(): void {
    const { appointments } = this,
      last = appointments.pop()!
    if (appointments.length === 0) return
    let i = 0
    for (;;) {
      let child = 2 * i + 1
      if (child >= appointments.length) break
      if (child + 1 < appointments.length && isBefore(appointments[child + 1]!, appointments[child]!)) child++
      if (isBefore(last, appointments[child]!)) break
      appointments[i] = appointments[child]!
      i = child
    }
    appointments[i] = last
  }
}

const isBefore = (a: Appointment, b: Appointment): boolean =>
  a.at < b.at || (a.at === b.at && a.order < b.order)

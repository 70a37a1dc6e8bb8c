// Clients that were refused because of load and told when to retry. A client that retries no earlier than told is
// preferred: a flood of guesses from ever new addresses does not come back.

/** MAX_APPOINTMENTS bounds the memory: two minutes of eighty refusals a second. */
const MAX_APPOINTMENTS = 10_000
/** EXPIRY_MS is how long an appointment is remembered after the client's last refusal. */
const EXPIRY_MS = 120_000

/** Appointment is what is remembered of a refused client; epoch ms. */
interface Appointment {
  readonly firstRefusedAt: number
  /** the earliest retry that counts as being on time */
  readonly dueAt: number
  readonly lastRefusedAt: number
}

/** RetryAppointments remembers refused clients by a key, the most recently refused ones. */
export class RetryAppointments {
  private readonly appointments = new Map<string, Appointment>()

  get size(): number {
    return this.appointments.size
  }

  /** Notes that a client was told to retry in so many seconds, for the first time or again. */
  refuse(clientKey: string, seconds: number, now: number): void {
    const previous = this.current(clientKey, now)
    this.appointments.delete(clientKey) // the most recent refusal is evicted last
    // a client that retries too early keeps its first appointment: retrying more often neither helps nor hurts
    this.appointments.set(clientKey, {
      firstRefusedAt: previous?.firstRefusedAt ?? now,
      dueAt: previous?.dueAt ?? now + seconds * 1000,
      lastRefusedAt: now
    })
    if (this.appointments.size > MAX_APPOINTMENTS)
      this.appointments.delete(this.appointments.keys().next().value!)
  }

  /** Returns when the client was first refused, if it retries no earlier than told, else null. Epoch ms. */
  firstRefusedAt(clientKey: string, now: number): number | null {
    const appointment = this.current(clientKey, now)
    return appointment !== undefined && now >= appointment.dueAt ? appointment.firstRefusedAt : null
  }

  /** Removes the appointment of a client that was served. */
  forget(clientKey: string): void {
    this.appointments.delete(clientKey)
  }

  private current(clientKey: string, now: number): Appointment | undefined {
    const appointment = this.appointments.get(clientKey)
    return appointment !== undefined && now - appointment.lastRefusedAt <= EXPIRY_MS ? appointment : undefined
  }
}

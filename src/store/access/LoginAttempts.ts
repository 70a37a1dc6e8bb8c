// Tries to log in, remembered so that guessing becomes slow (domain/access/throttle.ts decides how slow).
import { PgClient } from "@effect/sql-pg"
import { Clock, Context, Data, Effect, Layer, Semaphore } from "effect"
import {
  countAttempt,
  FAILURE_MEMORY_MS,
  FREE_FAILURES_PER_ACCOUNT,
  FREE_FAILURES_PER_ADDRESS,
  hasFailed,
  type Tries,
  forgiveAttempt,
  waitAt,
  waitOf
} from "../../domain/access/throttle.ts"
import type { Lane } from "../../domain/access/loginQueue.ts"
import { Overloaded } from "../../passwords/HashQueue.ts"

/** Too many failures; `seconds` until the next try is looked at. */
export class Throttled extends Data.TaggedError("Throttled")<{ readonly seconds: number }> {}

/** A try at an account from an address (text of an IP address). */
export interface Try {
  readonly address: string
  readonly account: string
  /** whether it was sent away before, and came back no earlier than it was told to */
  readonly cameBack: boolean
  /** whether it comes from a browser or a session that is known: failures of others there are not its own */
  readonly isKnown: boolean
}

export class LoginAttempts extends Context.Service<
  LoginAttempts,
  {
    /**
     * Whether a try would be looked at now, and by which lane it comes: `clean` where neither its address nor
     * its account has failed of late. Counts nothing.
     */
    readonly look: (one: Try) => Effect.Effect<Lane, Throttled | Overloaded>
    /** Counts a try as a failure until `succeeded` says otherwise. One that is refused does not count. */
    readonly begin: (one: Try) => Effect.Effect<void, Throttled>
    readonly succeeded: (one: Pick<Try, "address" | "account">) => Effect.Effect<void>
  }
>()("store/LoginAttempts") {
  static readonly layer = Layer.effect(
    LoginAttempts,
    Effect.suspend(() => make)
  )
}

interface Row {
  readonly account: string
  readonly failures: number
  readonly last_at: number
  readonly blocked_until: number | null
}

const triesOf = (row: Row | undefined): Tries =>
  row === undefined
    ? { failures: 0, lastAt: 0, blockedUntil: null }
    : { failures: row.failures, lastAt: row.last_at, blockedUntil: row.blocked_until }

/** All accounts of an address; no account has this name. */
const ALL = ""

/**
 * Connections that logins have at a time, so that a flood of them leaves the others to everybody else, and
 * how many may wait for one.
 */
const CONNECTIONS = 2
const LOOKS = 100

const make = Effect.gen(function* () {
  const pg = yield* PgClient.PgClient
  const gate = yield* Semaphore.make(CONNECTIONS),
    knownGate = yield* Semaphore.make(1)

  /** Whoever rents one IPv6 address has the whole /64. */
  const network = (address: string) =>
    pg`network(set_masklen(${address}::inet, case family(${address}::inet) when 4 then 32 else 64 end))`

  /** What is remembered of an address and of an account there, read in this order. */
  const recall = Effect.fnUntraced(function* (address: string, account: string, lock: "for update" | "") {
    const rows = yield* pg<Row>`
      select account, failures,
        greatest(0, extract(epoch from last_at) * 1000)::float8 as last_at,
        (extract(epoch from blocked_until) * 1000)::float8 as blocked_until
      from login_attempts
      where address = ${network(address)} and account in (${ALL}, ${account})
      order by account ${pg.literal(lock)}`
    const of = (name: string) => triesOf(rows.find((row) => row.account === name))
    return { all: of(ALL), here: of(account) }
  })

  const remember = (address: string, account: string, { blockedUntil, failures, lastAt }: Tries) => pg`
    update login_attempts set
      failures = ${failures},
      last_at = ${new Date(lastAt)},
      blocked_until = ${blockedUntil === null ? null : new Date(blockedUntil)}
    where address = ${network(address)} and account = ${account}`

  const checkWait = Effect.fnUntraced(function* (
    tries: { readonly all: Tries; readonly here: Tries },
    { cameBack, isKnown }: Pick<Try, "cameBack" | "isKnown">
  ) {
    const now = yield* Clock.currentTimeMillis
    const wait = isKnown ? waitOf(tries.here, now) : waitAt(tries, now, cameBack)
    return wait > 0 ? yield* new Throttled({ seconds: Math.ceil(wait / 1000) }) : now
  })

  const count = Effect.fnUntraced(function* (one: Try) {
    const { account, address } = one
    yield* pg`
      insert into login_attempts (address, account, last_at)
      select ${network(address)}, a, '-infinity'
      from (values (${ALL}), (${account}::text)) v (a)
      order by a
      on conflict do nothing`
    const { all, here } = yield* recall(address, account, "for update")
    const now = yield* checkWait({ all, here }, one)
    yield* remember(address, ALL, countAttempt(all, FREE_FAILURES_PER_ADDRESS, now))
    yield* remember(address, account, countAttempt(here, FREE_FAILURES_PER_ACCOUNT, now))
  }, pg.withTransaction)

  /** Whether an account has failed of late, wherever from. */
  const fails = (account: string, now: number) =>
    Effect.map(
      pg<{ readonly failed: boolean }>`
        select exists (
          select from login_attempts
          where account = ${account} and failures > 0 and last_at >= ${new Date(now - FAILURE_MEMORY_MS)}
        ) as failed`,
      ([row]) => row!.failed
    )

  let looking = 0
  const look = Effect.fn("LoginAttempts.look")(
    function* (one: Try) {
      const { account, address } = one
      if (looking >= LOOKS) return yield* new Overloaded({ seconds: 2 })
      looking++
      return yield* Effect.gen(function* () {
        const tries = yield* recall(address, account, "")
        const now = yield* checkWait(tries, one)
        return hasFailed(tries.all, now) || (yield* fails(account, now)) ? "doubtful" : "clean"
      }).pipe(
        gate.withPermits(1),
        Effect.ensuring(
          Effect.sync(() => {
            looking--
          })
        )
      )
    },
    Effect.catchTag("SqlError", Effect.die)
  )

  const begin = Effect.fn("LoginAttempts.begin")(
    (one: Try) => (one.isKnown ? knownGate : gate).withPermits(1)(count(one)),
    Effect.catchTag("SqlError", Effect.die)
  )

  const succeeded = Effect.fn("LoginAttempts.succeeded")(
    function* ({ account, address }: Pick<Try, "address" | "account">) {
      const { all } = yield* recall(address, account, "for update")
      yield* remember(address, ALL, forgiveAttempt(all))
      yield* pg`delete from login_attempts where address = ${network(address)} and account = ${account}`
    },
    pg.withTransaction,
    gate.withPermits(1),
    Effect.orDie
  )

  return LoginAttempts.of({ look, begin, succeeded })
})

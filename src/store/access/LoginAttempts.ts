// Stores the attempts to log in, so that guessing is slowed down (domain/access/throttle.ts decides how much).
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
import { Overloaded } from "../../passwords/HashQueue.ts"

/** Throttled refuses an attempt after too many failures; `seconds` until the next one is allowed. */
export class Throttled extends Data.TaggedError("Throttled")<{ readonly seconds: number }> {}

/** LoginAttempt is an attempt at an account from an address (text of an IP address). */
interface LoginAttempt {
  readonly address: string
  readonly account: string
  /** whether it was refused before, and retried no earlier than told */
  readonly cameBack: boolean
  /** whether it comes from a known browser or session, to which failures of other clients do not count */
  readonly isKnown: boolean
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

/** ALL_ACCOUNTS_KEY is the key of the row for all accounts of an address; no account has this name. */
const ALL_ACCOUNTS_KEY = ""

/**
 * LOGIN_CONNECTIONS is how many connections logins may use at a time, so that a flood of logins leaves the
 * others free.
 */
const LOGIN_CONNECTIONS = 2
/** MAX_WAITING_LOOKS is how many attempts may wait for one of them. */
const MAX_WAITING_LOOKS = 100

const make = Effect.gen(function* () {
  const pg = yield* PgClient.PgClient
  const gate = yield* Semaphore.make(LOGIN_CONNECTIONS),
    knownGate = yield* Semaphore.make(1)

  /** Returns the network of an address: an IPv6 subscriber has a whole /64. */
  const network = (address: string) =>
    pg`network(set_masklen(${address}::inet, case family(${address}::inet) when 4 then 32 else 64 end))`

  /** Reads the attempts from an address and at an account there; the order of locks is that of the accounts. */
  const recall = Effect.fnUntraced(function* (address: string, account: string, lock: "for update" | "") {
    const rows = yield* pg<Row>`
      select account, failures,
        greatest(0, extract(epoch from last_at) * 1000)::float8 as last_at,
        (extract(epoch from blocked_until) * 1000)::float8 as blocked_until
      from login_attempts
      where address = ${network(address)} and account in (${ALL_ACCOUNTS_KEY}, ${account})
      order by account ${pg.literal(lock)}`
    const of = (name: string) => triesOf(rows.find((row) => row.account === name))
    return { all: of(ALL_ACCOUNTS_KEY), here: of(account) }
  })

  const remember = (address: string, account: string, { blockedUntil, failures, lastAt }: Tries) => pg`
    update login_attempts set
      failures = ${failures},
      last_at = ${new Date(lastAt)},
      blocked_until = ${blockedUntil === null ? null : new Date(blockedUntil)}
    where address = ${network(address)} and account = ${account}`

  const checkWait = Effect.fnUntraced(function* (
    tries: { readonly all: Tries; readonly here: Tries },
    { cameBack, isKnown }: Pick<LoginAttempt, "cameBack" | "isKnown">
  ) {
    const now = yield* Clock.currentTimeMillis
    const wait = isKnown ? waitOf(tries.here, now) : waitAt(tries, now, cameBack)
    return wait > 0 ? yield* new Throttled({ seconds: Math.ceil(wait / 1000) }) : now
  })

  const count = Effect.fnUntraced(function* (one: LoginAttempt) {
    const { account, address } = one
    yield* pg`
      insert into login_attempts (address, account, last_at)
      select ${network(address)}, a, '-infinity'
      from (values (${ALL_ACCOUNTS_KEY}), (${account}::text)) v (a)
      order by a
      on conflict do nothing`
    const { all, here } = yield* recall(address, account, "for update")
    const now = yield* checkWait({ all, here }, one)
    yield* remember(address, ALL_ACCOUNTS_KEY, countAttempt(all, FREE_FAILURES_PER_ADDRESS, now))
    yield* remember(address, account, countAttempt(here, FREE_FAILURES_PER_ACCOUNT, now))
  }, pg.withTransaction)

  /** Whether an account has failed lately, from any address. */
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
  /**
   * Returns the lane of an attempt that is allowed now: `clean` where neither its address nor its account
   * has failed lately. Counts nothing.
   */
  const look = Effect.fn("LoginAttempts.look")(
    function* (one: LoginAttempt) {
      const { account, address } = one
      if (looking >= MAX_WAITING_LOOKS) return yield* new Overloaded({ seconds: 2 })
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

  /** Counts an attempt as a failure until `succeeded` is called. A refused attempt does not count. */
  const begin = Effect.fn("LoginAttempts.begin")(
    (one: LoginAttempt) => (one.isKnown ? knownGate : gate).withPermits(1)(count(one)),
    Effect.catchTag("SqlError", Effect.die)
  )

  const succeeded = Effect.fn("LoginAttempts.succeeded")(
    function* ({ account, address }: Pick<LoginAttempt, "address" | "account">) {
      const { all } = yield* recall(address, account, "for update")
      yield* remember(address, ALL_ACCOUNTS_KEY, forgiveAttempt(all))
      yield* pg`delete from login_attempts where address = ${network(address)} and account = ${account}`
    },
    pg.withTransaction,
    gate.withPermits(1),
    Effect.orDie
  )

  return { look, begin, succeeded }
})

/** LoginAttempts counts the attempts to log in. */
export class LoginAttempts extends Context.Service<LoginAttempts>()("store/LoginAttempts", { make }) {
  static readonly layer = Layer.effect(LoginAttempts, make)
}

// Tries to log in, remembered so that guessing becomes slow (domain/access/throttle.ts decides how slow).
import { PgClient } from "@effect/sql-pg"
import { Clock, Context, Data, Effect, Layer, Semaphore } from "effect"
import { begun, FREE_AT_ACCOUNT, FREE_FROM_ADDRESS, type Tries, undone, waitOf } from "../domain/access/throttle.ts"

/** Too many failures; `seconds` until the next try is looked at. */
export class Throttled extends Data.TaggedError("Throttled")<{ readonly seconds: number }> {}

export class LoginAttempts extends Context.Service<LoginAttempts, {
  /** Counts a try at an account from an address (text of an IP address), as a failure until `succeeded` says otherwise. One that is refused does not count. */
  readonly begin: (address: string, account: string) => Effect.Effect<void, Throttled>
  readonly succeeded: (address: string, account: string) => Effect.Effect<void>
}>()("store/LoginAttempts") {
  static readonly layer = Layer.effect(LoginAttempts, Effect.suspend(() => make))
}

interface Row {
  readonly account: string
  readonly failures: number
  readonly last_at: number
  readonly blocked_until: number | null
}

const triesOf = (row: Row | undefined): Tries => row === undefined
  ? { failures: 0, lastAt: 0, blockedUntil: null }
  : { failures: row.failures, lastAt: row.last_at, blockedUntil: row.blocked_until }

/** All accounts of an address; no account has this name. */
const ALL = ""

/** Connections that logins have at a time, so that a flood of them leaves the others to everybody else. */
const CONNECTIONS = 2

const make = Effect.gen(function*() {
  const pg = yield* PgClient.PgClient
  const gate = yield* Semaphore.make(CONNECTIONS)

  /** Whoever rents one IPv6 address has the whole /64. */
  const network = (address: string) => pg`network(set_masklen(${address}::inet, case family(${address}::inet) when 4 then 32 else 64 end))`

  /** What is remembered of an address and of an account there, read in this order. */
  const recall = Effect.fnUntraced(function*(address: string, account: string, lock: "for update" | "") {
    const rows = yield* pg<Row>`
      select account, failures, greatest(0, extract(epoch from last_at) * 1000)::float8 as last_at, (extract(epoch from blocked_until) * 1000)::float8 as blocked_until
      from login_attempts where address = ${network(address)} and account in (${ALL}, ${account}) order by account ${pg.literal(lock)}`
    const of = (name: string) => triesOf(rows.find((row) => row.account === name))
    return { all: of(ALL), here: of(account) }
  })

  const remember = (address: string, account: string, { blockedUntil, failures, lastAt }: Tries) => pg`
    update login_attempts set failures = ${failures}, last_at = ${new Date(lastAt)}, blocked_until = ${blockedUntil === null ? null : new Date(blockedUntil)}
    where address = ${network(address)} and account = ${account}`

  const checkWait = Effect.fnUntraced(function*({ all, here }: { readonly all: Tries; readonly here: Tries }) {
    const now = yield* Clock.currentTimeMillis
    const wait = Math.max(waitOf(all, now), waitOf(here, now))
    return wait > 0 ? yield* new Throttled({ seconds: Math.ceil(wait / 1000) }) : now
  })

  const count = Effect.fnUntraced(function*(address: string, account: string) {
    yield* pg`insert into login_attempts (address, account, last_at) select ${network(address)}, a, '-infinity' from (values (${ALL}), (${account}::text)) v (a) order by a on conflict do nothing`
    const { all, here } = yield* recall(address, account, "for update")
    const now = yield* checkWait({ all, here })
    yield* remember(address, ALL, begun(all, FREE_FROM_ADDRESS, now))
    yield* remember(address, account, begun(here, FREE_AT_ACCOUNT, now))
  }, pg.withTransaction)

  const begin = Effect.fn("LoginAttempts.begin")(function*(address: string, account: string) {
    yield* Effect.flatMap(recall(address, account, ""), checkWait) // whoever waits costs one look and no lock
    yield* count(address, account)
  }, gate.withPermits(1), Effect.catchTag("SqlError", Effect.die))

  const succeeded = Effect.fn("LoginAttempts.succeeded")(function*(address: string, account: string) {
    const { all } = yield* recall(address, account, "for update")
    yield* remember(address, ALL, undone(all))
    yield* pg`delete from login_attempts where address = ${network(address)} and account = ${account}`
  }, pg.withTransaction, gate.withPermits(1), Effect.orDie)

  return LoginAttempts.of({ begin, succeeded })
})

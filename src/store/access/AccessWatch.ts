// Watches the access of open streams, so that a stream ends when its caller loses access. All callers are read
// every second in one statement: an expired login or token, a changed scope, or a change made by another
// process sends no notification.
import { PgClient } from "@effect/sql-pg"
import { Context, Deferred, Effect, Layer } from "effect"
import type { Visibility } from "../../domain/access/Visibility.ts"
import { byteas, ints, uuids } from "../sql/arrays.ts"
import { membershipJoin, membershipFingerprint, type ProjectAccess } from "./Memberships.ts"
import { Visibilities } from "./Visibilities.ts"

// between two reads
const READ_INTERVAL_MS = 1000

/** WatchedAccess is a caller's access to a project, as it was when the request arrived. */
interface WatchedAccess extends Pick<ProjectAccess, "print" | "roster"> {
  readonly userId: string
  readonly projectId: string
  /** the credential: a token, the grant of an AI client, or a session, which ends after some time without use */
  readonly by:
    | { readonly tokenId: string }
    | { readonly sessionHash: Uint8Array; readonly idleSeconds: number }
  readonly visibility: Visibility
}

interface Watch {
  readonly access: WatchedAccess
  /** the roster at which the visibility was last read and unchanged */
  roster: number
  readonly ended: Deferred.Deferred<void>
}

const isSame = (one: Visibility, other: Visibility) => JSON.stringify(one) === JSON.stringify(other)

const make = Effect.gen(function* () {
  const pg = yield* PgClient.PgClient
  const visibilities = yield* Visibilities
  const watches = new Set<Watch>()

  /** Reads the current access of the callers whose credential is still valid, by their number. */
  const read = (accesses: ReadonlyArray<WatchedAccess>) => pg<{
    readonly n: number
    readonly print: string
    readonly roster: number
  }>`
    select w.n, ${pg.literal(membershipFingerprint)} as print, p.roster_version::float8 as roster
    from unnest(
      ${ints(accesses.map((_, n) => n))}, ${uuids(accesses.map((s) => s.userId))},
      ${uuids(accesses.map((s) => s.projectId))},
      ${uuids(accesses.map(({ by }) => ("tokenId" in by ? by.tokenId : null)))},
      ${byteas(accesses.map(({ by }) => ("tokenId" in by ? null : by.sessionHash)))},
      ${ints(accesses.map(({ by }) => ("tokenId" in by ? null : by.idleSeconds)))}
    ) as w (n, user_id, project_id, token_id, session, idle_seconds)
      join users u on u.id = w.user_id and u.enabled
      join projects p on p.id = w.project_id ${pg.literal(membershipJoin)}
    where exists (
      select from api_tokens t
      where t.id = w.token_id and t.revoked_at is null and (t.expires_at is null or t.expires_at > now())
    )
      or exists (
        select from client_grants g
        where g.id = w.token_id and g.revoked_at is null and g.expires_at > now()
      )
      or exists (
        select from sessions s
        where s.id_hash = w.session and s.expires_at > now()
          and s.last_seen_at > now() - make_interval(secs => w.idle_seconds)
      )`

  const holds = Effect.fnUntraced(function* (
    watch: Watch,
    now: Pick<ProjectAccess, "print" | "roster"> | undefined
  ) {
    const { print, projectId, userId, visibility } = watch.access
    if (now === undefined || now.print !== print) return false
    if (visibility === null || now.roster === watch.roster) return true
    const same = isSame((yield* visibilities.of(userId, [projectId]))(projectId), visibility)
    watch.roster = now.roster
    return same
  })

  const look = Effect.gen(function* () {
    const watchList = [...watches]
    if (watchList.length === 0) return
    const rows = new Map((yield* read(watchList.map((w) => w.access))).map((row) => [row.n, row]))
    for (const [n, watch] of watchList.entries())
      if (!(yield* holds(watch, rows.get(n)))) yield* Deferred.succeed(watch.ended, undefined)
  }).pipe(
    Effect.catchCause((cause) =>
      Effect.logWarning(
        "who may go on reading streams cannot be asked until the database answers again",
        cause
      )
    )
  )

  yield* Effect.forkScoped(Effect.forever(Effect.andThen(Effect.sleep(READ_INTERVAL_MS), look)))

  /**
   * Completes about a second after the access has changed: user disabled, session closed, credential
   * revoked or expired, another role or scope, or a removed project.
   */
  const ends = (access: WatchedAccess) =>
    Effect.suspend(() => {
      const watch: Watch = { access, roster: access.roster, ended: Deferred.makeUnsafe() }
      watches.add(watch)
      return Effect.ensuring(
        Deferred.await(watch.ended),
        Effect.sync(() => watches.delete(watch))
      )
    })

  return { ends }
})

/** AccessWatch tells open streams when the access of their caller ends. */
export class AccessWatch extends Context.Service<AccessWatch>()("store/AccessWatch", { make }) {
  static readonly layer = Layer.effect(AccessWatch, make)
}

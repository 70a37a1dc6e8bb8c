// Idempotency keys: the same caller, route and key within a day get the first answer again.
import type { PgClient } from "@effect/sql-pg"
import { Data, Effect } from "effect"
import { createHash } from "node:crypto"
import { canonicalText } from "../../domain/rule/Document.ts"

/** KeyReused means that the key was used with another body. */
export class KeyReused extends Data.TaggedError("KeyReused") {}

/** OnceKey identifies a request. */
export interface OnceKey {
  readonly actorId: string
  /** method and path, so that one key may serve several routes */
  readonly route: string
  /** `Idempotency-Key` as sent; null: none, `make` always runs */
  readonly key: string | null
  readonly body: unknown
}

/**
 * Runs `make` inside the caller's transaction unless its answer is stored. A concurrent second request waits
 * for the first to commit.
 */
export const once = Effect.fnUntraced(function* <A extends object, E, R>(
  pg: PgClient.PgClient,
  { actorId, body, key, route }: OnceKey,
  make: Effect.Effect<A, E, R>
) {
  if (key === null) return yield* make
  const hash = createHash("sha256").update(canonicalText(body)).digest()
  const mine = yield* pg`
    insert into idempotency_keys (actor_id, route, key, body_hash)
    values (${actorId}::uuid, ${route}, ${key}, ${hash})
    on conflict (actor_id, route, key) do update set body_hash = excluded.body_hash, response = null,
      created_at = now()
    where idempotency_keys.created_at < now() - interval '24 hours'
    returning key`
  if (mine.length === 0) {
    const [known] = yield* pg<{ readonly body_hash: Uint8Array; readonly response: string }>`
      select body_hash, response #>> '{}' as response
      from idempotency_keys
      where actor_id = ${actorId}::uuid and route = ${route} and key = ${key}`
    if (known === undefined || !hash.equals(known.body_hash)) return yield* new KeyReused()
    return JSON.parse(known.response) as A // written below, by this caller
  }
  const answer = yield* make
  // as a text, so that its members keep their order
  yield* pg`
    update idempotency_keys set response = to_jsonb(${JSON.stringify(answer)}::text)
    where actor_id = ${actorId}::uuid and route = ${route} and key = ${key}`
  return answer
})

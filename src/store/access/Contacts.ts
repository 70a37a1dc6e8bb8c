// Members of a project who can be called, because they share their number, as far as the caller sees them.
import { PgClient } from "@effect/sql-pg"
import { Context, Effect, Layer } from "effect"
import { type Contact, USER_ATTRIBUTE } from "../../domain/access/Contact.ts"
import type { Visibility } from "../../domain/access/Visibility.ts"
import { after, placeTime, slice, type Window } from "../sql/keyset.ts"
import { seenOnes } from "./visibilityConditions.ts"

const make = Effect.gen(function* () {
  const pg = yield* PgClient.PgClient

  /**
   * The newest member first. A member who is an entity of the project is seen only by callers who see that
   * entity.
   */
  const list = Effect.fn("Contacts.list")(function* (
    projectId: string,
    visibility: Visibility,
    window: Window
  ) {
    // of several entities that name one user the newest counts; the scope is checked on that one
    const [seen] = seenOnes(pg, visibility, "entities", "e.id")
    const rows = yield* pg<Contact & { readonly place_time: string }>`
      with persons as (
        select distinct on (user_id) e.id, lower(e.attributes ->> ${USER_ATTRIBUTE}) as user_id
        from entities e
        where e.project_id = ${projectId}::uuid and e.status <> 'archived'
          and e.attributes ? ${USER_ATTRIBUTE}
        order by user_id, e.created_at desc, e.id desc
      )
      select m.user_id, nullif(u.name, '') as name, u.phone, e.id as entity_id,
        ${pg.literal(placeTime("m.created_at"))} as place_time
      from members m
        join users u on u.id = m.user_id
        left join persons e on e.user_id = m.user_id::text
      where ${pg.and([
        pg`m.project_id = ${projectId}::uuid and u.enabled and u.share_phone and u.phone is not null`,
        ...(seen === undefined ? [] : [pg`(e.id is null or ${seen})`]),
        after(pg, window, "m.created_at", "m.user_id")
      ])}
      order by m.created_at desc, m.user_id desc
      limit ${window.limit + 1}`
    return slice(window, rows, (row) => row.user_id)
  }, Effect.orDie)

  return { list }
})

/** Contacts lists the members who share their number. */
export class Contacts extends Context.Service<Contacts>()("store/Contacts", { make }) {
  static readonly layer = Layer.effect(Contacts, make)
}

// Searches records of a project by name, of what the caller sees. Runs are searched apart, so that a lock on
// their tables blocks nothing else.
import { PgClient } from "@effect/sql-pg"
import { Context, Effect, Layer } from "effect"
import type { Fragment } from "effect/sql/Statement"
import type { Visibility } from "../../domain/access/Visibility.ts"
import type { RankedItem, SearchType } from "../../domain/system/SearchItem.ts"
import { reachedDevices, seenOnes, seenRecords } from "../access/visibilityConditions.ts"
import { wireTime } from "../sql/keyset.ts"
import { containsText, rankOf } from "./textMatch.ts"

/**
 * MAX_EVENTS is how many newest events are searched: a project has millions; older ones are found by list and
 * filter.
 */
const MAX_EVENTS = 10_000

const make = Effect.gen(function* () {
  const pg = yield* PgClient.PgClient

  /** Of each type the `limit` best matches, in no order. `q` is not blank. */
  const find = Effect.fn("Search.find")(function* (
    projectId: string,
    visibility: Visibility,
    q: string,
    limit: number
  ) {
    /** Rows of a table, as items; `from` limits them to what is seen, and to matches. */
    const best = (
      type: SearchType,
      row: {
        readonly name: string
        readonly detail: string
        readonly at: string
        readonly severity?: string
      },
      from: Fragment
    ) => pg`
      (
        select ${pg.literal(`'${type}' as type, x.id, ${row.name} as name, ${row.detail} as detail`)},
          ${pg.literal(`${row.severity ?? "null"} as severity, ${wireTime(row.at)}`)} as at,
          ${rankOf(pg, row.name, q)} as rank
        from ${from}
        order by rank, ${pg.literal(row.at)} desc, x.id
        limit ${limit}
      )`
    const entities = best(
      "entity",
      { name: "x.name", detail: "t.label", at: "x.updated_at" },
      pg`entities x join entity_types t on t.id = x.entity_type_id
        where ${pg.and([
          pg`x.project_id = ${projectId}::uuid and x.status <> 'archived'`,
          containsText(pg, "x.name", q),
          ...seenOnes(pg, visibility, "entities", "x.id")
        ])}`
    )
    const identity = `(
      select string_agg(i.external_id, ', ' order by i.external_id)
      from device_identities i
      where i.device_id = x.id
    )`
    const devices = best(
      "device",
      { name: "x.name", detail: "x.identity", at: "x.updated_at" },
      pg`(
        select x.id, x.name, x.updated_at, ${pg.literal(identity)} as identity
        from devices x
        where ${pg.and(reachedDevices(pg, [{ projectId, visibility }], "x"))}
      ) x
      where ${pg.or([containsText(pg, "x.name", q), containsText(pg, "x.identity", q)])}`
    )
    const eventType = "c.document -> 'event' ->> 'event_type'"
    const rules = best(
      "rule",
      { name: "x.name", detail: eventType, at: "x.updated_at" },
      pg`rules x join rule_versions c on c.rule_id = x.id and c.version = x.current_version
        where x.project_id = ${projectId}::uuid and x.archived_at is null
          and ${pg.or([containsText(pg, "x.name", q), containsText(pg, eventType, q)])}`
    )
    const features = best(
      "feature",
      { name: "x.name", detail: "x.feature_type", at: "x.updated_at" },
      pg`features x where x.project_id = ${projectId}::uuid and ${containsText(pg, "x.name", q)}`
    )
    const events = best(
      "event",
      {
        name: "x.title",
        detail: "coalesce(x.entity_name, x.device_name)",
        at: "x.time",
        severity: "x.severity"
      },
      pg`(
        select x.id, x.title, x.severity, x.event_type, x.entity_name, x.device_name, x.time
        from events x
        where ${pg.and([
          pg`x.project_id = ${projectId}::uuid and not x.superseded`,
          ...seenRecords(pg, visibility, "x")
        ])}
        order by x.time desc, x.id desc
        limit ${MAX_EVENTS}
      ) x
      where ${pg.or([containsText(pg, "x.title", q), containsText(pg, "x.event_type", q)])}`
    )
    return yield* pg<RankedItem>`
      ${entities} union all ${devices} union all ${rules} union all ${features} union all ${events}`
  }, Effect.orDie)

  return { find }
})

/** Search finds objects by a text. */
export class Search extends Context.Service<Search>()("store/Search", { make }) {
  static readonly layer = Layer.effect(Search, make)
}

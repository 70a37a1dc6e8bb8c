// Answers the engine's questions about subjects: what is known of them, their names and groups, which of them
// have ever reported, and which timers wait.
import { Effect, Layer } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import type { Route } from "../../domain/hearing/Hearing.ts"
import type { Subject } from "../../domain/rule/Observation.ts"
import type { Who, WornDevice } from "../../domain/rule/scope.ts"
import { FactSource, type TimerRange } from "../../engine/ports.ts"
import { bools, ints, uuids } from "../sql/arrays.ts"
import { roll } from "./facts/roll.ts"
import { wake } from "./facts/wake.ts"

/**
 * The device that an entity carries, or carried last: by its assignments, or where these are gone by its
 * records.
 */
const deviceOfEntity = `coalesce(
  (select a.device_id from entity_assignments a where a.entity_id = e.id order by a.valid_from desc limit 1),
  (select p.device_id from positions p where p.entity_id = e.id order by p.original_time desc limit 1),
  (select m.device_id from measurements m where m.entity_id = e.id order by m.original_time desc limit 1),
  (select d.device_id from device_states d where d.entity_id = e.id order by d.original_time desc limit 1))`

interface RoutesRow {
  readonly route_devices: ReadonlyArray<string> | null
  readonly route_sources: ReadonlyArray<string>
  readonly routes_pushed: ReadonlyArray<boolean>
  readonly routes_since: ReadonlyArray<number>
}

interface WornRow {
  readonly worn: ReadonlyArray<string> | null
  readonly worn_names: ReadonlyArray<string>
  readonly worn_from: ReadonlyArray<number>
  readonly worn_to: ReadonlyArray<number>
}

/** Returns the devices that an entity wears and wore; texts of the device that sent the record are shared. */
const wornIn = (
  { worn, worn_from, worn_names, worn_to }: WornRow,
  device: Who["device"],
  routesOf: (deviceId: string) => Pick<WornDevice, "routes">
): ReadonlyArray<WornDevice> =>
  worn?.map((id, i) => ({
    ...(id === device.id ? device : { id, name: worn_names[i]!, ...routesOf(id) }),
    from: worn_from[i]!,
    to: worn_to[i]!
  })) ?? []

/** Returns the routes by which devices report; a device that is registered at no source has none. */
const routesIn = ({ route_devices, route_sources, routes_pushed, routes_since }: RoutesRow) => {
  const routes = new Map<string, Array<Route>>()
  route_devices?.forEach((id, i) => {
    const subjectRoutes = routes.get(id) ?? []
    routes.set(id, subjectRoutes)
    subjectRoutes.push({ sourceId: route_sources[i]!, pushed: routes_pushed[i]!, since: routes_since[i]! })
  })
  return routes
}

/** FactsSql is the `FactSource` of the engine on PostgreSQL. */
export const FactsSql = Layer.effect(
  FactSource,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient

    const who = Effect.fn("FactSource.who")(function* (subjects: ReadonlyArray<Subject>) {
      const rows = yield* sql<
        {
          id: string
          device_id: string
          device_name: string
          entity_name: string | null
          entity_type_id: string | null
          group_ids: ReadonlyArray<string> | null
        } & WornRow &
          RoutesRow
      >`
        with recursive wanted as (
          select *
          from unnest(
            ${uuids(subjects.map((s) => s.id))}, ${uuids(subjects.map((s) => s.deviceId))},
            ${bools(subjects.map((s) => s.entityId !== null))}
          ) as w (id, device_id, is_entity)
        ), above as (
          select e.id as entity_id, e.group_id as group_id
          from wanted w
            join entities e on e.id = w.id
          where e.group_id is not null
          union
          select a.entity_id, g.parent_id
          from above a
            join groups g on g.id = a.group_id
          where g.parent_id is not null
        )
        select w.id, w.device_id, worn.*, ways.*,
          coalesce(d.name, w.device_id::text) as device_name,
          e.name as entity_name,
          e.entity_type_id,
          (select array_agg(a.group_id) from above a where a.entity_id = e.id) as group_ids
        from wanted w
          left join devices d on d.id = w.device_id
          left join entities e on w.is_entity and e.id = w.id
          cross join lateral (
            select array_agg(a.device_id) as worn,
              array_agg(c.name) as worn_names,
              array_agg((extract(epoch from a.valid_from) * 1000)::float8) as worn_from,
              array_agg(coalesce((extract(epoch from a.valid_to) * 1000)::float8, 'infinity')) as worn_to
            from entity_assignments a
              join devices c on c.id = a.device_id
            where a.entity_id = e.id
          ) worn
          cross join lateral (
            select array_agg(i.device_id) as route_devices,
              array_agg(i.data_source_id) as route_sources,
              array_agg(not s.config ?| array['mqtt', 'websocket']) as routes_pushed,
              array_agg((extract(epoch from i.created_at) * 1000)::float8) as routes_since
            from device_identities i
              join data_sources s on s.id = i.data_source_id
            where (i.device_id = w.device_id or i.device_id = any(worn.worn))
              and not coalesce(s.config->'history' = 'true'::jsonb, false)
          ) ways
        where case when w.is_entity then e.id else d.id end is not null`
      const subjectsById = new Map(subjects.map((s) => [s.id, s])),
        types = new Map<string, string>(),
        groups = new Map<string, ReadonlyArray<string>>()
      // a hundred thousand animals of a few types and groups share the objects that name these
      const shared = <K, V>(pool: Map<K, V>, key: K, value: V): V => {
        if (!pool.has(key)) pool.set(key, value)
        return pool.get(key)!
      }
      return new Map(
        rows.map((r): [string, Who] => {
          const { deviceId, id } = subjectsById.get(r.id)!
          const routes = routesIn(r)
          const routesOf = (of: string) => (routes.has(of) ? { routes: routes.get(of) } : {})
          const device = { id: deviceId, name: r.device_name, ...routesOf(deviceId) }
          if (r.entity_name === null || r.entity_type_id === null) return [id, { device, entity: null }]
          const groupIds = shared(groups, (r.group_ids ?? []).join(), r.group_ids ?? [])
          return [
            id,
            {
              device,
              entity: {
                id,
                name: r.entity_name,
                typeId: shared(types, r.entity_type_id, r.entity_type_id),
                groupIds,
                worn: wornIn(r, device, routesOf)
              }
            }
          ]
        })
      )
    }, Effect.orDie)

    const pendingDeadlines = Effect.fn("FactSource.pending")(function* (
      partitions: ReadonlyArray<number>,
      { after, most, until }: TimerRange
    ) {
      const rows = yield* sql<{
        rule_id: string
        subject_id: string
        project_id: string
        entity_id: string | null
        device_id: string
        wake_at: Date
      }>`
        select s.rule_id, s.subject_id, r.project_id,
          e.id as entity_id,
          s.wake_at,
          coalesce(case when e.id is null then d.id else ${sql.literal(deviceOfEntity)} end, s.subject_id)
            as device_id
        from rule_states s
          join rules r on r.id = s.rule_id
          left join entities e on e.id = s.subject_id
          left join devices d on d.id = s.subject_id
        where s.partition = any(${ints(partitions)})
          and s.wake_at > ${Number.isFinite(after) ? new Date(after) : "-infinity"}::timestamptz
          and s.wake_at <= ${new Date(until)} and r.enabled
          and (e.id is not null or d.id is not null)
        order by s.wake_at
        fetch first (${most}::int8) rows with ties`
      return rows.map((r) => ({
        ruleId: r.rule_id,
        subject: {
          id: r.subject_id,
          projectId: r.project_id,
          entityId: r.entity_id,
          deviceId: r.device_id
        },
        wakeAt: r.wake_at.getTime()
      }))
    }, Effect.orDie)

    const tickProgress = Effect.fn("FactSource.ticked")(function* (partitions: ReadonlyArray<number>) {
      const rows = yield* sql<{
        project_id: string
        partition: number
        ticked_to: Date
        next_to: Date | null
        subject_id: string | null
        at: Date | null
      }>`
        select project_id, partition, ticked_to, next_to, subject_id, at
        from tick_cursors
        where partition = any(${ints(partitions)})`
      return rows.map((r) => ({
        projectId: r.project_id,
        partition: r.partition,
        to: r.ticked_to.getTime(),
        half:
          r.next_to === null
            ? null
            : { to: r.next_to.getTime(), subjectId: r.subject_id!, at: r.at!.getTime() }
      }))
    }, Effect.orDie)

    return FactSource.of({
      loadMemories: wake(sql),
      scheduledSubjects: roll(sql),
      who,
      pendingDeadlines,
      tickProgress
    })
  })
)

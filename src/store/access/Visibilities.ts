// Resolves the scopes of a member to ids, for every request: one statement, however deep the groups are.
import { PgClient } from "@effect/sql-pg"
import { Context, Effect, Layer } from "effect"
import type { Limits } from "../../domain/access/Visibility.ts"
import { uuids } from "../sql/arrays.ts"

const nothing: Limits = { groups: [], entities: [], devices: [], gear: [], folders: [] }

const make = Effect.gen(function* () {
  const pg = yield* PgClient.PgClient

  /**
   * Returns what a member sees in the projects in which they have a scope, by project. A member whose scope
   * is gone sees nothing.
   */
  const of = Effect.fn("Visibilities.of")(function* (userId: string, projectIds: ReadonlyArray<string>) {
    if (projectIds.length === 0) return () => nothing
    // a device of the scope is seen itself while it belongs to the project or is kept by it; a device on an
    // animal, while no other project owns it
    const rows = yield* pg<Limits & { readonly project_id: string }>`
      with recursive scopes as (
        select project_id, scope_groups, scope_entities, scope_devices
        from members
        where user_id = ${userId}::uuid and project_id = any(${uuids(projectIds)})
          and scope_groups is not null
      ), folders as (
        select g.project_id, g.id
        from scopes s
          join groups g on g.id = any(s.scope_groups) and g.project_id = s.project_id
        union
        select g.project_id, g.id
        from folders f
          join groups g on g.parent_id = f.id and g.project_id = f.project_id
      ), seen as (
        select e.project_id, e.id, e.group_id
        from folders f
          join entities e on e.group_id = f.id and e.project_id = f.project_id
        union
        select e.project_id, e.id, e.group_id
        from scopes s
          join entities e on e.id = any(s.scope_entities) and e.project_id = s.project_id
      ), gear as (
        select u.project_id, d.id
        from (
          select project_id, unnest(scope_devices) as device_id, false as worn
          from scopes
          union
          select e.project_id, a.device_id, true
          from seen e
            join entity_assignments a on a.entity_id = e.id
          where a.valid_from <= now() and (a.valid_to is null or a.valid_to > now())
        ) u
          join devices d on d.id = u.device_id
        where u.project_id = any(d.kept_by) or (u.worn and d.kept_by = '{}')
          or exists (
            select from project_assignments a
            where a.device_id = d.id and a.project_id = u.project_id
              and (a.valid_to is null or a.valid_to > now())
          )
      )
      select s.project_id,
        s.scope_devices as devices,
        array(select f.id from folders f where f.project_id = s.project_id order by f.id) as folders,
        array(
          select f.id
          from folders f
          where f.project_id = s.project_id
          union
          select e.group_id
          from seen e
          where e.project_id = s.project_id and e.group_id is not null
          order by 1
        ) as groups,
        array(select e.id from seen e where e.project_id = s.project_id order by e.id) as entities,
        array(select g.id from gear g where g.project_id = s.project_id order by g.id) as gear
      from scopes s`
    const limitsByProject = new Map(rows.map(({ project_id, ...limits }) => [project_id, limits]))
    return (projectId: string) => limitsByProject.get(projectId) ?? nothing
  }, Effect.orDie)

  return { of }
})

/** Visibilities resolves scopes. */
export class Visibilities extends Context.Service<Visibilities>()("store/Visibilities", { make }) {
  static readonly layer = Layer.effect(Visibilities, make)
}

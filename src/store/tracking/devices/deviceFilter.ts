// The filter of a list of devices, as SQL conditions.
import type { PgClient } from "@effect/sql-pg"
import type { Fragment } from "effect/sql/Statement"
import type { Device } from "../../../domain/tracking/Device.ts"
import { containsText } from "../../search/textMatch.ts"

/** DeviceFilter narrows a list of devices. */
export interface DeviceFilter {
  readonly status?: Device["status"]
  /** the current project */
  readonly project_id?: string
  readonly data_source_id?: string
  readonly external_id?: string
  /** part of its name, or of one of its identities */
  readonly q?: string
}

const when = (condition: unknown, make: () => Fragment): ReadonlyArray<Fragment> =>
  condition === undefined ? [] : [make()]

/** Conditions on devices `d`. */
export const narrowedDevices = (
  pg: PgClient.PgClient,
  { data_source_id, external_id, project_id, q, status }: DeviceFilter
): ReadonlyArray<Fragment> => [
  ...when(status, () => pg`d.status = ${status}`),
  ...when(
    project_id,
    () => pg`exists (select from project_assignments a where a.device_id = d.id
      and a.project_id = ${project_id}
      and a.valid_from <= now() and (a.valid_to is null or a.valid_to > now()))`
  ),
  ...when(
    data_source_id ?? external_id,
    () =>
      pg`exists (select from device_identities i where ${pg.and([
        pg`i.device_id = d.id`,
        ...when(data_source_id, () => pg`i.data_source_id = ${data_source_id}`),
        ...when(external_id, () => pg`i.external_id = ${external_id}`)
      ])})`
  ),
  ...(q === undefined
    ? []
    : [
        pg`(${containsText(pg, "d.name", q)} or exists (select from device_identities n
          where n.device_id = d.id and ${containsText(pg, "n.external_id", q)}))`
      ])
]

// SQL for the owner of an item that names a device: by its source, and by the assignments at a moment.

/**
 * Joins of rows `v` that have an `external_id`: `i` its device's identity, `p` its project, `e` its entity.
 * `source` and `at` are columns of `v`.
 */
export const itemOwnerJoin = (source: string, at: string): string => `
  left join device_identities i on i.data_source_id = v.${source} and i.external_id = v.external_id
  left join project_assignments p
    on p.device_id = i.device_id and p.valid_from <= v.${at} and (p.valid_to is null or v.${at} < p.valid_to)
  left join entity_assignments e
    on e.device_id = i.device_id and e.project_id = p.project_id and e.valid_from <= v.${at}
      and (e.valid_to is null or v.${at} < e.valid_to)`

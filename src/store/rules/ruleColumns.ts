// The columns of a rule in a list.
import { doerOf } from "../access/whoDid.ts"
import { wireTime } from "../sql/keyset.ts"

/** Columns of the rule itself, the same for every caller. */
export const ruleColumns = `r.id, r.project_id, r.name, r.description, r.enabled, r.current_version,
  (select max(v.version) from rule_versions v where v.rule_id = r.id) as latest_version, c.document,`
/** Columns of its times and last editor. */
export const ruleTimeColumns = `${wireTime("r.created_at")} as created_at, ${wireTime("r.updated_at")} as updated_at,
  ${doerOf("rule", "r.id")} as updated_by`
/** All columns, with the activity of every subject. */
export const allRuleColumns = `${ruleColumns} r.last_error, ${wireTime("r.last_error_at")} as last_error_at,
  ${wireTime("r.last_fired_at")} as last_fired_at,
  (select count(*) from rule_states s where s.rule_id = r.id and s.active and r.enabled
    and s.blank_from_version = r.blank_from_version)::int as active_count, ${ruleTimeColumns}`
/** The tables of these columns: the rule `r` and its version in force `c`. */
export const ruleTables = "rules r join rule_versions c on c.rule_id = r.id and c.version = r.current_version"

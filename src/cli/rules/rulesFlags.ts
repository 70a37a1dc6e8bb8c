// The flags of the commands about rules.
import type { FlagTable } from "../flags.ts"
import { serverFlags } from "../serverFlags.ts"

const project = { value: "SLUG", says: "the project, by its slug or id" } as const

/** testRuleFlags are the flags of `pugmark rules test`. */
export const testRuleFlags = {
  fixture: { value: "FILE", says: "the fixture" },
  update: { says: "write the events that came into the fixture as the expected ones" },
  json: { says: "the events as JSON lines; with --project the server's answer" },
  project: { value: "SLUG", says: "test on the past of this project instead, by its slug or id" },
  from: { value: "TIME", says: "with --project: since when, RFC 3339; a week before --to unless said" },
  to: { value: "TIME", says: "with --project: until when; now unless said" },
  against: { value: "VERSION", says: "with --project: compare with a saved version of the rule, as v3" },
  "fail-if": {
    value: "CONDITION",
    says: "with --project: exit with 2 if this is so, as 'alerts > 5'; may be given several times",
    several: true
  },
  ...serverFlags
} as const satisfies FlagTable

/** stressRuleFlags are the flags of `pugmark rules stress`. */
export const stressRuleFlags = {
  fixture: { value: "FILE", says: "the fixture" },
  seed: { value: "NUMBER", says: "which dice; the same disturb in the same way, 1 unless said" },
  json: { says: "what was found as one JSON document" }
} as const satisfies FlagTable

/** exportRulesFlags are the flags of `pugmark rules export`. */
export const exportRulesFlags = {
  project,
  out: { value: "DIR", says: "where to; ./rules unless said" },
  rule: { value: "NAME", says: "only rules of this name; may be given several times", several: true },
  ...serverFlags
} as const satisfies FlagTable

/** importRulesFlags are the flags of `pugmark rules import`. */
export const importRulesFlags = {
  project,
  enable: { says: "enable rules that are created, whatever their file says" },
  "dry-run": { says: "say what would be done" },
  ...serverFlags
} as const satisfies FlagTable

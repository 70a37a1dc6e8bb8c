// The flags of the commands about rules.
import type { FlagTable } from "../flags.ts"
import { serverFlags } from "../serverFlags.ts"

const project = { value: "SLUG", says: "the project, by its slug or id" } as const

export const testRuleFlags = {
  fixture: { value: "FILE", says: "the fixture" },
  update: { says: "write the events that came into the fixture as the expected ones" },
  json: { says: "the events as JSON lines" }
} as const satisfies FlagTable

export const exportRulesFlags = {
  project,
  out: { value: "DIR", says: "where to; ./rules unless said" },
  rule: { value: "NAME", says: "only rules of this name; may be given several times", several: true },
  ...serverFlags
} as const satisfies FlagTable

export const importRulesFlags = {
  project,
  enable: { says: "enable rules that are created, whatever their file says" },
  "dry-run": { says: "say what would be done" },
  ...serverFlags
} as const satisfies FlagTable

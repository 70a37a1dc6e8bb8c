// `pugmark rules`: rules as files of one's own, tested without a server and brought into projects.
import * as Command from "effect/cli/Command"
import { flagsOf, wordsCalled } from "../flags.ts"
import { lazily } from "../lazily.ts"
import { prose } from "../prose.ts"
import { exportRulesFlags, importRulesFlags, stressRuleFlags, testRuleFlags } from "./rulesFlags.ts"

const testRule = Command.make(
  "test",
  { ...wordsCalled("RULE"), ...flagsOf(testRuleFlags) },
  lazily(async () => (await import("./testRule.ts")).testRule)
).pipe(
  Command.withShortDescription("play a rule over a fixture, or over a project's past"),
  Command.withDescription(
    prose(`
  Plays a rule over what devices send, on a clock that moves only with the fixture, and compares the events it
  makes with those expected. RULE is a rule document, or a file written by pugmark rules export (document,
  features, names). Each line of the fixture (--fixture FILE.jsonl) is one of
    {"device": "c1", "time": "2026-05-01T12:00:00Z", "lat": 1, "lon": 2, …}
                    an item, as POST /ingest/http/… takes it; "received_at" if it came late
    {"clock": "2026-05-01T13:00:00Z"}
                    the clock reaches a time: holds complete, schedules tick
    {"expect": {"time": "2026-05-01T12:00:40Z", "title": "…"}}
                    an event that must come; members left out may be anything

  With --project the rule is tested on a server, over what was stored there; nothing is created. RULE is a file,
  tested as a draft, or the name or id of a rule of the project, whose version in force is tested. --against v3
  compares it with version 3 of the rule of that name. Conditions of --fail-if compare alerts, events, reminders,
  added, removed or unchanged (these three with --against) with a number: >, >=, <, <=, ==, !=.

  Exit code: 0 exactly the expected events came (or none were named), or no --fail-if is so; 2 they differ, or
  one is so; 1 the rule, the fixture or a condition cannot be read, the server refused, or it could not look at
  the whole range.`)
  )
)

const stressRule = Command.make(
  "stress",
  { ...wordsCalled("FILE.json"), ...flagsOf(stressRuleFlags) },
  lazily(async () => (await import("./stressRule.ts")).stressRule)
).pipe(
  Command.withShortDescription("see how much disorder a rule tolerates, without a server"),
  Command.withDescription(
    prose(`
  Plays a rule over a fixture (--fixture FILE.jsonl, as rules test takes it), and again over the same records late,
  twice, out of order, with clocks some seconds wrong and fixes some metres beside the place, and says at which
  size its events change. What is expected in the fixture is not looked at.

  Exit code: 0 no event came or went, 2 some did, 1 the rule or the fixture cannot be read.`)
  )
)

const exportRules = Command.make(
  "export",
  flagsOf(exportRulesFlags),
  lazily(async () => (await import("./exportRules.ts")).exportRules)
).pipe(
  Command.withShortDescription("write a project's rules into files"),
  Command.withDescription(
    prose(`
  Writes each rule of the project that --project names into a file of its own: its document in force, the
  features it looks at, and names for the ids it mentions. Such a file can be tested (pugmark rules test) and
  brought into this or another project (pugmark rules import). Beside it comes a fixture to test it with,
  NAME.jsonl: an invented device for which the rule fires, and the events that come of it. A fixture that is
  there already is yours, and stays as it is.`)
  )
)

const importRules = Command.make(
  "import",
  { ...wordsCalled("FILE|DIR"), ...flagsOf(importRulesFlags) },
  lazily(async () => (await import("./importRules.ts")).importRules)
).pipe(
  Command.withShortDescription("bring rule files into a project"),
  Command.withDescription(
    prose(`
  Creates each rule that the project named by --project has none of by its name, and gives the others a new
  version where the document differs. Ids that the project does not know are looked up by the names in the
  file. Doing it again changes nothing.`)
  )
)

/** The commands about rules. */
export const ruleCommands = Command.make("rules").pipe(
  Command.withShortDescription("rules as files"),
  Command.withDescription("Rules as files: tested without a server, exported, imported."),
  Command.withSubcommands([testRule, stressRule, exportRules, importRules])
)

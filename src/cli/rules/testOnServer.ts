// `pugmark rules test RULE --project SLUG`: a rule tested over what a project has stored, beside a saved version
// of it; for checks that fail where a change would make too many alerts. Nothing is created.
import { Clock, Effect } from "effect"
import { existsSync } from "node:fs"
import { Pugmark } from "../../client/Pugmark.ts"
import { readAll } from "../../client/readAll.ts"
import { readProject } from "../../client/readProject.ts"
import { parseInstant } from "../../domain/time.ts"
import { projectOf, speaking } from "../admin/adminOptions.ts"
import type { Given, Words } from "../flags.ts"
import { CommandFailed, type Environment, OK_EXIT_CODE, REFUSED_EXIT_CODE } from "../outcome.ts"
import { Screen } from "../Screen.ts"
import { type Figures, readFailIf } from "./failIf.ts"
import { localised } from "./portable.ts"
import { readRuleFile } from "./ruleFile.ts"
import type { testRuleFlags } from "./rulesFlags.ts"

type Asked = Given<typeof testRuleFlags> & Words
type Project = Effect.Success<ReturnType<typeof projectOf>>

const WEEK_MS = 7 * 86_400_000

const momentOf = (flag: string, text: string | undefined, otherwise: number) => {
  const at = text === undefined ? otherwise : parseInstant(text)
  return at === null
    ? Effect.fail(new CommandFailed({ message: `--${flag} takes a time as 2026-05-01T12:00:00Z` }))
    : Effect.succeed(at)
}

const versionOf = (text: string | undefined) => {
  if (text === undefined) return Effect.succeed(null)
  const [, digits] = /^v?([1-9]\d{0,8})$/.exec(text) ?? []
  return digits === undefined
    ? Effect.fail(new CommandFailed({ message: "--against takes a version, as v3" }))
    : Effect.succeed(Number(digits))
}

const rulesOf = (project: Project) =>
  Effect.flatMap(Pugmark, ({ rules }) =>
    readAll((query) => rules.list({ params: { project_id: project.id }, query }))
  )

/** The rule of the project that is called so, or has this id. */
const savedRule = (project: Project, word: string) =>
  Effect.flatMap(rulesOf(project), (all) => {
    const found = all.find((r) => r.id === word) ?? all.find((r) => r.name === word)
    return found === undefined
      ? Effect.fail(
          new CommandFailed({ message: `${project.name} has no rule ${word}, and there is no such file` })
        )
      : Effect.succeed(found)
  })

/** A draft from a file, compared with the saved rule of its name. */
const testFile = Effect.fnUntraced(function* (
  project: Project,
  file: string,
  against: number | null,
  range: { readonly from: number; readonly to: number }
) {
  const { ruleTests } = yield* Pugmark
  const { document: foreign, name, references } = yield* readRuleFile(file)
  const { document, missing } = localised(foreign, references ?? [], yield* readProject(project))
  if (missing.length > 0) {
    const names = missing.map((m) => m.name).join(", ")
    return yield* new CommandFailed({
      message: `${file}: nothing, or more than one, is called ${names} in ${project.name}`
    })
  }
  const saved = against === null ? null : yield* savedRule(project, name)
  return yield* ruleTests.testDocument({
    params: { project_id: project.id },
    payload: {
      ...range,
      document: document as Record<string, unknown>, // readRuleFile gives an object
      ...(saved === null || against === null ? {} : { baseline: { rule_id: saved.id, version: against } })
    }
  })
})

const testSaved = Effect.fnUntraced(function* (
  project: Project,
  word: string,
  against: number | null,
  range: { readonly from: number; readonly to: number }
) {
  const { ruleTests } = yield* Pugmark
  const rule = yield* savedRule(project, word)
  return yield* ruleTests.test({
    params: { project_id: project.id, rule_id: rule.id },
    payload: { ...range, ...(against === null ? {} : { baseline: { version: against } }) }
  })
})

/** Tests a rule over a project's past and compares what it counted with the conditions given. */
export const testOnServer = (given: Asked, env: Environment) =>
  Effect.gen(function* () {
    const { complain, say } = yield* Screen
    const [word, more] = given.words
    if (word === undefined || more !== undefined)
      return yield* new CommandFailed({ message: "say which rule to test: one file, or one name" })
    if (given.fixture !== undefined || given.update)
      return yield* new CommandFailed({ message: "with --project there is no fixture: say either" })
    const to = yield* momentOf("to", given.to, yield* Clock.currentTimeMillis)
    const range = { from: yield* momentOf("from", given.from, to - WEEK_MS), to }
    const against = yield* versionOf(given.against)
    const failIfs = yield* Effect.forEach(given["fail-if"], (text) => readFailIf(text, against !== null))
    const found = yield* speaking(given, env, "test the rule", () =>
      Effect.gen(function* () {
        const project = yield* projectOf(given.project)
        const test = existsSync(word) ? testFile : testSaved
        return yield* test(project, word, against, range)
      })
    )
    const { baseline, counts, covered_to, rows_read, total, truncated_by } = found
    const figures: Figures = {
      alerts: counts.alerts,
      events: total,
      reminders: counts.reminders,
      ...baseline?.totals
    }
    if (given.json) say(JSON.stringify(found))
    else {
      say(`${counts.alerts} alerts, ${total} events (${counts.reminders} reminders) in ${rows_read} rows`)
      if (baseline !== undefined) {
        const { added, removed, unchanged } = baseline.totals
        say(
          `version ${against}: ${baseline.counts.alerts} alerts; ${added} added, ${removed} removed, ` +
            `${unchanged} unchanged`
        )
      }
    }
    const broken = failIfs.filter(({ figure, isSo }) => isSo(figures[figure] ?? 0))
    for (const { figure, text } of broken) complain(`${text}: ${figure} is ${figures[figure]}`)
    // half a range proves nothing: counts go on past the first 500 events, the other limits end them
    if (truncated_by === "rows" || truncated_by === "steps")
      return yield* new CommandFailed({
        message:
          `the test reached its limit of ${truncated_by} at ${covered_to}: ask about less, with ` +
          "--from and --to"
      })
    return broken.length > 0 ? REFUSED_EXIT_CODE : OK_EXIT_CODE
  })

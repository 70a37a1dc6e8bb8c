// `pugmark rules export`: the rules of a project as files, each with the features it looks at and names for
// the ids it mentions, and a fixture to test it with.
import { Effect, Layer, Result } from "effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import { existsSync, mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { Pugmark } from "../../client/Pugmark.ts"
import { readAll } from "../../client/readAll.ts"
import { readProject } from "../../client/readProject.ts"
import type { Item } from "../../domain/intake/Report.ts"
import { parseDocument } from "../../domain/rule/parse.ts"
import { featuresOf, namesOf } from "./portable.ts"
import type { Given } from "../flags.ts"
import type { Work } from "../lazily.ts"
import { CommandFailed, OK_EXIT_CODE } from "../outcome.ts"
import { projectOf } from "../admin/adminOptions.ts"
import { findConnection } from "../connection.ts"
import { type Example, exampleOf } from "./exampleFixture.ts"
import { inWords } from "../inWords.ts"
import type { RuleFile } from "./ruleFile.ts"
import type { exportRulesFlags } from "./rulesFlags.ts"
import { fixtureText, play } from "./testRule.ts"
import { Screen } from "../Screen.ts"

const fileName = (name: string) =>
  `${
    name
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, "-")
      .replace(/^-|-$/g, "") || "rule"
  }.json`

/**
 * The fixture of a file, with what its rule makes of it as what is expected; null and why where the rule
 * cannot be played.
 */
const fixtureOf = (file: RuleFile, { lines }: Example, where: string) => {
  const steps = lines.map((line, i) =>
    "clock" in line
      ? { line: i + 1, clock: String(line["clock"]) }
      : { line: i + 1, item: line as unknown as Item }
  )
  return Effect.match(play(file, { steps }, where), {
    onSuccess: (events) => ({
      text: fixtureText(
        lines.map((line) => JSON.stringify(line)),
        events
      ),
      note: events.length === 0 ? "no event comes of it yet: say what should" : ""
    }),
    onFailure: ({ message }) => ({ text: null, note: message })
  })
}

/** Writes the rules of a project into files, each with a fixture. */
export const exportRules: Work<Given<typeof exportRulesFlags>> = (given, env) =>
  Effect.gen(function* () {
    const { say } = yield* Screen
    if (given.project === undefined)
      return yield* new CommandFailed({ message: "say of which project: --project SLUG" })
    const connection = yield* findConnection(given, env)
    return yield* Effect.gen(function* () {
      const { rules } = yield* Pugmark
      const project = yield* projectOf(given.project)
      const params = { project_id: project.id }
      const inventory = yield* readProject(project)
      const out = given.out ?? "rules"
      mkdirSync(out, { recursive: true })
      const taken = new Set<string>()
      for (const rule of yield* readAll((query) => rules.list({ params, query }))) {
        if (given.rule.length > 0 && !given.rule.includes(rule.name)) continue
        const { description, document, enabled, name } = rule
        const references = namesOf(document, inventory),
          features = featuresOf(document, inventory),
          parsed = parseDocument(document)
        const example = Result.isSuccess(parsed)
          ? exampleOf(parsed.success.document, features, references)
          : { lines: [], carriers: {} }
        const file: RuleFile = {
          name,
          description,
          enabled,
          document,
          references,
          features,
          ...(Object.keys(example.carriers).length === 0 ? {} : { carriers: example.carriers })
        }
        const plain = fileName(name)
        const path = join(
          out,
          taken.has(plain) ? plain.replace(/\.json$/, `-${rule.id.slice(-6)}.json`) : plain
        )
        taken.add(plain)
        writeFileSync(path, `${JSON.stringify(file, null, 2)}\n`)
        say(path)
        const beside = `${path}l` // .jsonl
        if (existsSync(beside)) {
          say(`${beside}  (kept as it is)`)
          continue
        }
        const { note, text } = yield* fixtureOf(file, example, beside)
        if (text !== null) writeFileSync(beside, text)
        say(
          text === null
            ? `${path}: no fixture, as the rule cannot be played: ${note}`
            : note === ""
              ? beside
              : `${beside}  (${note})`
        )
      }
      return OK_EXIT_CODE
    }).pipe(
      Effect.mapError(inWords(connection.url, "export the rules")),
      Effect.provide(Layer.merge(Pugmark.layer(connection), FetchHttpClient.layer))
    )
  })

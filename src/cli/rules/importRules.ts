// `pugmark rules import`: rule files into a project. A rule of the same name gets a new version if its
// document differs; doing it again changes nothing.
import { Effect, Layer, Result } from "effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import { readdirSync, statSync } from "node:fs"
import { join } from "node:path"
import { Pugmark } from "../../client/Pugmark.ts"
import { readAll } from "../../client/readAll.ts"
import { readProject } from "../../client/readProject.ts"
import { canonicalText } from "../../domain/rule/Document.ts"
import { ruleLimitError } from "../../domain/rule/limits.ts"
import { parseDocument } from "../../domain/rule/parse.ts"
import type { Given, Words } from "../flags.ts"
import type { Work } from "../lazily.ts"
import { CommandFailed, OK_EXIT_CODE } from "../outcome.ts"
import { projectOf } from "../admin/adminOptions.ts"
import { findConnection } from "../connection.ts"
import { inWords } from "../inWords.ts"
import { localised } from "./portable.ts"
import { readRuleFile } from "./ruleFile.ts"
import type { importRulesFlags } from "./rulesFlags.ts"
import { Screen } from "../Screen.ts"

/** Returns the files meant: those named, and the `.json` files of folders named. */
const filesIn = (paths: ReadonlyArray<string>): Effect.Effect<ReadonlyArray<string>, CommandFailed> =>
  Effect.mapError(
    Effect.fromResult(
      Result.try(() =>
        paths.flatMap((path) =>
          statSync(path).isDirectory()
            ? readdirSync(path)
                .filter((f) => f.endsWith(".json"))
                .sort()
                .map((f) => join(path, f))
            : [path]
        )
      )
    ),
    (e) =>
      new CommandFailed({
        message:
          e instanceof Error && "path" in e ? `there is no ${String(e.path)}` : "the files cannot be listed"
      })
  )

/** Returns a document as it will be kept, or what is wrong with it. */
const canonicalOf = (file: string, document: unknown) => {
  const parsed = parseDocument(document)
  return Result.isSuccess(parsed)
    ? Effect.succeed(parsed.success.document)
    : Effect.fail(
        new CommandFailed({
          message: `${file}: ${parsed.failure.map((f) => `${f.pointer} ${f.detail}`).join("; ")}`
        })
      )
}

/** Brings rule files into a project. */
export const importRules: Work<Given<typeof importRulesFlags> & Words> = (given, env) =>
  Effect.gen(function* () {
    const { say } = yield* Screen
    if (given.project === undefined)
      return yield* new CommandFailed({ message: "say of which project: --project SLUG" })
    const dryRun = given["dry-run"]
    if (given.words.length === 0)
      return yield* new CommandFailed({
        message: "say which files to import: pugmark rules import FILE... --project SLUG"
      })
    const files = yield* filesIn(given.words)
    const connection = yield* findConnection(given, env)
    return yield* Effect.gen(function* () {
      const { rules } = yield* Pugmark
      const project = yield* projectOf(given.project)
      const params = { project_id: project.id }
      const inventory = yield* readProject(project)
      const before = yield* readAll((query) => rules.list({ params, query }))
      const byName = new Map(before.map((r) => [r.name, r]))
      let count = before.length
      for (const file of files) {
        const { description, document: foreign, enabled, name, references } = yield* readRuleFile(file)
        const { document, missing } = localised(foreign, references ?? [], inventory)
        if (missing.length > 0)
          return yield* new CommandFailed({
            message: `${file}: ${missing
              .map(
                ({ kind, name }) => `no single ${kind.replace("_", " ")} is called ${name} in ${project.name}`
              )
              .join("; ")}`
          })
        const canonical = yield* canonicalOf(file, document)
        const known = byName.get(name)
        if (known === undefined) {
          const payload = {
            name,
            document: { ...canonical },
            enabled: given.enable || (enabled ?? false),
            ...(description === undefined ? {} : { description })
          }
          const beyond = dryRun ? ruleLimitError(count++) : null
          if (beyond !== null)
            return yield* new CommandFailed({ message: `could not import ${file}: ${beyond.detail}` })
          if (!dryRun)
            yield* Effect.mapError(
              rules.create({ params, payload }),
              inWords(connection.url, `import ${file}`)
            )
          say(`created    ${name}${payload.enabled ? "" : "  (disabled)"}`)
        } else if (canonicalText(known.document) === canonicalText(canonical)) say(`unchanged  ${name}`)
        else {
          const saved = rules.saveDocument({
            params: { ...params, rule_id: known.id },
            headers: {},
            payload: { document: { ...canonical } }
          })
          if (!dryRun) yield* Effect.mapError(saved, inWords(connection.url, `import ${file}`))
          say(`changed    ${name}  (version ${known.latest_version + 1})`)
        }
      }
      return OK_EXIT_CODE
    }).pipe(
      Effect.mapError(inWords(connection.url, "import the rules")),
      Effect.provide(Layer.merge(Pugmark.layer(connection), FetchHttpClient.layer))
    )
  })

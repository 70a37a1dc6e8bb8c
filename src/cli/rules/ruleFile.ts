// A rule as a file in a repository: its document, the features it looks at, and names for the ids it
// mentions, so that it can be tested there and brought into another project.
import { Effect, Result } from "effect"
import { readFileSync } from "node:fs"
import type { Carrier, SceneFeature } from "../../testing/Scene.ts"
import { CommandFailed } from "../outcome.ts"

/** What an id of the document stands for; an entity type by its key. */
export interface NamedReference {
  readonly id: string
  readonly kind: "feature" | "entity" | "group" | "entity_type" | "device"
  readonly name: string
}

/** RuleFile is the content of a file with a rule. */
export interface RuleFile {
  readonly name: string
  readonly description?: string
  readonly enabled?: boolean
  readonly document: unknown
  readonly references?: ReadonlyArray<NamedReference>
  readonly features?: ReadonlyArray<SceneFeature>
  /** who carries the devices of the fixture, by external id */
  readonly carriers?: Readonly<Record<string, Carrier>>
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  value !== null && typeof value === "object" && !Array.isArray(value)

/** Reads the text of a file, or why there is none. */
export const readText = (file: string): Effect.Effect<string, CommandFailed> =>
  Effect.mapError(
    Effect.fromResult(Result.try(() => readFileSync(file, "utf8"))),
    (e) =>
      new CommandFailed({
        message:
          e instanceof Error && "code" in e && e.code === "ENOENT"
            ? `there is no file ${file}`
            : `${file} cannot be read`
      })
  )

/** JSON, or where it is broken. */
export const readJson = (text: string, where: string): Effect.Effect<unknown, CommandFailed> =>
  Effect.mapError(
    Effect.fromResult(Result.try(() => JSON.parse(text) as unknown)),
    (e) =>
      new CommandFailed({ message: `${where} is not JSON: ${e instanceof Error ? e.message : String(e)}` })
  )

/** Reads a rule file, or a bare rule document, which is called like its file. */
export const readRuleFile = (file: string): Effect.Effect<RuleFile, CommandFailed> =>
  Effect.gen(function* () {
    const value = yield* readJson(yield* readText(file), file)
    if (!isObject(value))
      return yield* new CommandFailed({ message: `${file} holds neither a rule nor a rule document` })
    if ("trigger" in value)
      return { name: file.replace(/^.*[\\/]/, "").replace(/\.json$/i, ""), document: value }
    if (typeof value["name"] !== "string" || !isObject(value["document"])) {
      return yield* new CommandFailed({
        message: `${file} needs a name and a document (or be a document, with its trigger at the top)`
      })
    }
    return value as unknown as RuleFile // the scene and the server look at the rest member by member
  })

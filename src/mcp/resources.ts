// Resources that a model can read: the schema of rule documents and the user guide.
import { Effect, Layer } from "effect"
import * as McpServer from "effect/ai/McpServer"
import { readFileSync } from "node:fs"
import { pageNames } from "../api/guide/Guide.ts"
import { ruleSchema } from "../domain/rule/publish.ts"

const GUIDE_FOLDER = new URL("../guide/", import.meta.url)

/** Pages for operators and developers, which a model has no use for. */
const operatorPages = new Set([
  "backup",
  "database-roles",
  "decisions",
  "condition-kinds",
  "console-page",
  "settings",
  "operations"
])

const titleOf = (text: string, name: string): string => /^# (.+)$/m.exec(text)?.[1] ?? name

const guides = pageNames()
  .filter((name) => !operatorPages.has(name))
  .toSorted()

/** `Resources` registers every resource. They are read once, since they are part of the program. */
export const Resources = Layer.unwrap(
  Effect.sync(() => {
    const schema = McpServer.resource({
      uri: "pugmark://rules/schema",
      name: "rule-schema",
      description:
        "JSON Schema 2020-12 of rule documents, one branch for each kind of condition: what test_rule takes " +
        "as document.",
      mimeType: "application/schema+json",
      audience: ["assistant"],
      content: Effect.sync(() => JSON.stringify(ruleSchema))
    })
    const pages = guides.map((name) => {
      const text = readFileSync(new URL(`${name}.md`, GUIDE_FOLDER), "utf8")
      return McpServer.resource({
        uri: `pugmark://guide/${name}`,
        name: `guide-${name}`,
        description: `The guide: ${titleOf(text, name)}`,
        mimeType: "text/markdown",
        audience: ["assistant", "user"],
        content: Effect.succeed(text)
      })
    })
    return Layer.mergeAll(schema, ...pages)
  })
)

// `npm run journeys`: the console with the demo's data, every page in light, in dark and on a phone: a picture of
// each in `.scratch/journeys`, what axe has against it, walks by the keyboard alone, as each of five roles and to the
// repair of six troubles, and the long tests in test/walks. The exit code is 1 when anything was wrong.
// `--only live,alerts` are pages and walks whose names begin so, `--looks dark,phone` the looks,
// `--at http://127.0.0.1:8080 --token TOKEN` a service that runs already (with this file's password).
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import { Effect } from "effect"
import { spawnSync } from "node:child_process"
import { mkdirSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { parseArgs } from "node:util"
import { openBrowser } from "../support/browser/browser.ts"
import { buildConsole } from "../support/browser/buildConsole.ts"
import { openFarm } from "./farm.ts"
import { looks } from "./looks.ts"
import { fiveRoles } from "./roles.ts"
import { type Seen, see, signIn } from "./see.ts"
import { sixTroubles } from "./troubles.ts"
import { views } from "./views.ts"
import { walk, walks } from "./walks.ts"

const FOLDER = ".scratch/journeys"

const { values } = parseArgs({
  options: {
    only: { type: "string", default: "" },
    looks: { type: "string", default: "" },
    at: { type: "string" },
    token: { type: "string", default: "" }
  }
})

const listOf = (text: string) => text.split(",").filter((one) => one !== "")
const only = listOf(values.only),
  chosen = listOf(values.looks)
const isWanted = ({ name }: { readonly name: string }) =>
  only.length === 0 || only.some((one) => name.startsWith(one))

const say = (line: string) => process.stdout.write(`${line}\n`)

/**
 * A row for each page, a column for each look: `ok`, how much was wrong, or nothing where it was not looked
 * at.
 */
const table = (all: ReadonlyArray<Seen>): string => {
  const columns = looks.map(({ name }) => name)
  const row = (name: string, cells: ReadonlyArray<string>) =>
    `${name.padEnd(20)}${cells.map((cell) => cell.padEnd(12)).join("")}`.trimEnd()
  const cell = (found: Seen | undefined) =>
    found === undefined ? "" : found.wrong.length === 0 ? "ok" : `${found.wrong.length} wrong`
  const pages = [...Map.groupBy(all, ({ view }) => view)].map(([name, seen]) =>
    row(
      name,
      columns.map((column) => cell(seen.find(({ look }) => look === column)))
    )
  )
  return [row("", columns), ...pages].join("\n")
}

const program = Effect.gen(function* () {
  mkdirSync(FOLDER, { recursive: true })
  if (values.at === undefined) yield* buildConsole
  const farm = yield* openFarm(
    values.at === undefined ? null : { origin: values.at, token: values.token, databaseUrl: null }
  )
  const browser = yield* openBrowser
  const storage = yield* Effect.promise(() => signIn(browser, farm.origin))
  const seen: Array<Seen> = [],
    walked: Array<Seen> = []
  const tell = (found: Seen) => {
    for (const wrong of found.wrong) say(`${found.view} (${found.look}): ${wrong}`)
    return found
  }
  for (const look of looks.filter(({ name }) => chosen.length === 0 || chosen.includes(name)))
    for (const view of views.filter(isWanted))
      if (look.mainOnly !== true || view.main === true)
        seen.push(tell(yield* Effect.promise(() => see(browser, farm, view, look, storage, FOLDER))))
  // last: they change what is looked at
  if (chosen.length === 0)
    for (const each of walks.filter(isWanted))
      walked.push(tell(yield* Effect.promise(() => walk(browser, farm, each, storage))))
  // what is written past the service is written into one that was started for it
  const { client, databaseUrl } = farm
  if (chosen.length === 0 && databaseUrl !== null) {
    const house = { client, databaseUrl, origin: farm.origin }
    if (isWanted({ name: "roles" })) walked.push(...(yield* fiveRoles(browser, house, storage)).map(tell))
    if (isWanted({ name: "troubles" }))
      walked.push(...(yield* sixTroubles(browser, house, storage)).map(tell))
  }

  say(`\n${table(seen)}\n`)
  for (const { look, view, wrong } of walked)
    say(`${look}: ${view.padEnd(44 - look.length)}${wrong.length === 0 ? "ok" : wrong[0]}`)
  const bad = [...seen, ...walked].filter(({ wrong }) => wrong.length > 0).length
  say(
    `${seen.length} pictures in ${FOLDER}, ${walked.length} walks: ${bad === 0 ? "nothing wrong" : `${bad} wrong`}`
  )
  if (bad > 0) process.exitCode = 1
})

/** Whether all of test/walks held; they start their own product. */
const longWalks = Effect.sync(() => {
  const vitest = fileURLToPath(new URL("../../node_modules/vitest/vitest.mjs", import.meta.url))
  const config = fileURLToPath(new URL("../walks.config.ts", import.meta.url))
  return spawnSync(process.execPath, [vitest, "run", "--config", config], { stdio: "inherit" }).status === 0
})

const all = Effect.gen(function* () {
  yield* Effect.scoped(program)
  const isWhole = only.length === 0 && chosen.length === 0 && values.at === undefined
  if (isWhole && !(yield* longWalks)) process.exitCode = 1
})

NodeRuntime.runMain(all)

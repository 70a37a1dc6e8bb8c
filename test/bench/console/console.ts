// What the console asks of a browser: of the processor while many move, of the network when it is opened, of
// the memory over hours.
import { Console, Effect } from "effect"
import { openBrowser } from "../../support/browser/browser.ts"
import { buildConsole } from "../../support/browser/buildConsole.ts"
import { Client } from "../Client.ts"
import { connect } from "../Database.ts"
import type { Line } from "../report.ts"
import { startServer } from "../Server.ts"
import { trusting } from "../strangers.ts"
import { chunkLines } from "./chunks.ts"
import { hoursLines, runHours } from "./hours.ts"
import { describeMachine, watchMachine } from "./machine.ts"
import { LOGIN } from "./page.ts"
import { growthLines, type Ran, runLines, runLive } from "./run.ts"
import { type Herd, makeHerd } from "./world.ts"

const say = (text: string) => Console.error(`... ${text}`)

/** Measures the console with so many moving entities, a run each. */
export const consoleLines = (directory: string, counts: ReadonlyArray<number>) =>
  Effect.gen(function* () {
    yield* say(`the console, on ${describeMachine()}`)
    yield* buildConsole
    const server = yield* startServer(directory, undefined, {
      settings: { ...trusting, ADMIN_PASSWORD: LOGIN.password, ANALYSIS_MODULES: "" }
    })
    const sql = yield* connect(directory, 2),
      client = new Client(server)
    const browser = yield* openBrowser
    const lines: Array<Line> = [...chunkLines()]
    const inUse = watchMachine()
    const herds: Array<Herd> = [],
      runs: Array<Ran> = []
    for (const count of counts) {
      yield* say(`${count} entities in a browser`)
      const herd = yield* makeHerd(server, client, sql, count)
      herds.push(herd)
      const ran = yield* runLive(browser, server, herd)
      runs.push(ran)
      lines.push(...runLines(ran))
    }
    lines.push(...growthLines(runs))
    yield* say("three hours of stream")
    lines.push(...hoursLines(yield* runHours(browser, server, herds[0]!)))
    lines.push({
      key: "console_machine",
      label: `processors in use by everybody meanwhile (${describeMachine()})`,
      value: inUse(),
      unit: "",
      digits: 1
    })
    return lines
  }).pipe(Effect.scoped)

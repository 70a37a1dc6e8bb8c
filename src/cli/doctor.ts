// `pugmark doctor`: looks at everything that Pugmark stands on, with the settings it would start with, and
// says of each fault how to mend it. It changes nothing, and starts nothing.
import { Effect } from "effect"
import { readSettings } from "../config/readSettings.ts"
import { type Command, CommandFailed, FAILED, OK } from "./Command.ts"
import { checkChannels } from "./doctor/checkChannels.ts"
import { checkDatabase } from "./doctor/checkDatabase.ts"
import { checkDataDir, checkNode, checkPort } from "./doctor/checkMachine.ts"
import { fault, type Finding } from "./doctor/Finding.ts"
import { findDatabase } from "./doctor/findDatabase.ts"
import { Screen } from "./Screen.ts"

const USAGE = `pugmark doctor

  Looks at Node, the settings, the data directory
    and its disk, the port, the database (version, rights, schema, clock), the mail server
  and the bot where they are set up, and what the roles at work say of themselves. Reads the environment
    as npm start does.
  Exit code 1 when something is at fault; each fault is named with its fix.`

const marks = { well: "ok   ", warning: "note ", fault: "FAULT" } as const

const write = ({ detail, fix, state, what }: Finding): string =>
  `${marks[state]}  ${what.padEnd(16)} ${detail}${fix === null ? "" : `\n       ${" ".repeat(16)} Fix: ${fix}`}`

export const doctor: Command = {
  name: "doctor",
  summary: "check this installation, and say how to mend it",
  usage: USAGE,
  run: Effect.fnUntraced(function* (argv, env) {
    if (argv.length > 0)
      return yield* new CommandFailed({ message: `doctor takes no words, and "${argv.join(" ")}" is one` })
    const { say } = yield* Screen
    let faults = 0,
      warnings = 0
    const tell = (findings: ReadonlyArray<Finding>) =>
      Effect.sync(() => {
        for (const finding of findings) {
          say(write(finding))
          if (finding.state === "fault") faults++
          if (finding.state === "warning") warnings++
        }
      })
    yield* tell([checkNode()])
    const read = yield* Effect.result(readSettings(env))
    if (read._tag === "Failure")
      yield* tell([
        fault(
          "Settings",
          read.failure.message,
          "Correct it in the environment (of a systemd unit: its EnvironmentFile). The rest can be " +
            "looked at then."
        )
      ])
    else {
      const { analyses, dataDir, databaseUrl, delivery, host, maxUnreadRows, maxUnreadRowsPerProject, port } =
        read.success
      yield* tell([yield* checkDataDir(dataDir)])
      const { finding, runs } = yield* checkPort(host, port)
      yield* tell([finding])
      const { findings, url } = yield* findDatabase(databaseUrl, dataDir)
      yield* tell(findings)
      if (url !== null)
        yield* tell(
          yield* checkDatabase(
            url,
            { maxUnreadRows, maxUnreadRowsPerProject, analyses: analyses.modules.length > 0 },
            runs
          )
        )
      yield* tell(yield* checkChannels(delivery))
    }
    say(
      faults === 0
        ? `\nNothing is at fault${warnings === 0 ? "" : `; ${warnings} to note`}.`
        : `\n${faults} ${faults === 1 ? "fault" : "faults"}${warnings === 0 ? "" : `, ${warnings} to note`}.`
    )
    return faults === 0 ? OK : FAILED
  })
}

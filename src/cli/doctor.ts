// `pugmark doctor`: looks at everything that Pugmark stands on, with the settings it would start with, and
// says of each fault how to mend it. It changes nothing, and starts nothing.
import { Effect } from "effect"
import { readSettings } from "../config/readSettings.ts"
import type { Work } from "./lazily.ts"
import { FAILED_EXIT_CODE, OK_EXIT_CODE } from "./outcome.ts"
import { checkChannels } from "./doctor/checkChannels.ts"
import { checkDatabase } from "./doctor/checkDatabase.ts"
import { checkDataDir, checkNode, checkPort } from "./doctor/checkMachine.ts"
import { fault, type Finding } from "./doctor/Finding.ts"
import { findDatabase } from "./doctor/findDatabase.ts"
import { Screen } from "./Screen.ts"

const marks = { well: "ok   ", warning: "note ", fault: "FAULT" } as const

const write = ({ detail, fix, state, what }: Finding): string =>
  `${marks[state]}  ${what.padEnd(16)} ${detail}${fix === null ? "" : `\n       ${" ".repeat(16)} Fix: ${fix}`}`

/** Looks at everything in turn; what cannot be looked at without the rest is left out. */
export const doctor: Work<object> = Effect.fnUntraced(function* (_, env) {
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
  return faults === 0 ? OK_EXIT_CODE : FAILED_EXIT_CODE
})

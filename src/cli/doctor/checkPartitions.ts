// The partitions of the log: which engines share them, and whether one is owned by none.
import { unownedCount } from "../../domain/system/engineShares.ts"
import { startedAgo } from "../../domain/system/roleHealth.ts"
import type { SystemFacts } from "../../domain/system/SystemFacts.ts"
import { SILENT_SECONDS } from "../../domain/system/SystemLimits.ts"
import { type Finding, warning, well } from "./Finding.ts"

type EngineFacts = Pick<SystemFacts, "at" | "engines" | "partitions" | "workers">

const LOG_NOTE = "the log of the engines says what holds them (DATA_DIR/log/engine.jsonl)."

/** What to do about partitions that no engine owns. */
const unownedFix = (facts: EngineFacts): string => {
  const { engines, workers } = facts
  if (startedAgo(facts) !== null) return "Look again in a minute: engines claim partitions when they start."
  if (engines.some(({ alive }) => alive)) {
    const silent = engines.filter(({ alive }) => !alive).map(({ name }) => name)
    return (
      `Look again in ten seconds: engines that run claim what another left` +
      `${silent.length === 0 ? "" : `, as ${silent.join(" and ")} did`}. If it stays so, ${LOG_NOTE}`
    )
  }
  const heartbeat = workers.find(({ role }) => role === "engine")?.heartbeat_age_seconds ?? Infinity
  return heartbeat <= SILENT_SECONDS
    ? `An engine ended a moment ago, or takes no part: look again in a minute. If it stays so, ${LOG_NOTE}`
    : "Start an engine: node src/main.ts engine (npm start runs all roles). What comes in is kept, and judged then."
}

/** Checks that each partition has an engine, and says how many each has. */
export const checkPartitions = (facts: EngineFacts): Finding => {
  const running = facts.engines.filter(({ alive }) => alive),
    total = facts.partitions.length,
    unowned = unownedCount(facts.partitions)
  const shares = running.map(({ name, partitions }) => `${name} has ${partitions}`).join(", ")
  const count = running.length === 1 ? "1 engine" : `${running.length} engines`
  return unowned === 0
    ? well("Partitions", `${count} for ${total} partitions: ${shares}`)
    : warning(
        "Partitions",
        `No engine owns ${unowned} of ${total} partitions, whose records wait; ` +
          (running.length === 0 ? "no engine runs." : `${count}: ${shares}.`),
        unownedFix(facts)
      )
}

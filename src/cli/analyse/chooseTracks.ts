// Which tracks of a file an analysis is about.
import { Effect } from "effect"
import { CommandFailed } from "../outcome.ts"
import { countOf } from "../Progress.ts"
import { listRejected } from "../table/RejectedRows.ts"
import { notesOn } from "../table/tableWords.ts"
import type { Table } from "../../tracks/Table.ts"
import type { AnalyseOptions } from "./analyseOptions.ts"
import type { FileTrack, FileTracks } from "./readTracks.ts"

/** What became of the rows that are in no track, in sentences. */
export const aboutRows = (
  { leftOut, network, unread }: Pick<FileTracks, "leftOut" | "network" | "unread">,
  table: Table
): ReadonlyArray<string> => [
  ...[...leftOut].map(([why, count]) => `${countOf(count, "row")} left out: ${why}.`),
  ...(network === 0
    ? []
    : [
        `${countOf(network, "position")} ${network === 1 ? "is" : "are"} a network's (Argos), which analyses ` +
          "leave out; --include-network takes them for fixes."
      ]),
  ...[...notesOn(table), ...unread].map((note) => `${note}.`)
]

/** Returns the tracks that were asked for; fails with the names that there are. */
export const chooseTracks = (
  { examples, leftOut, network, refused, tracks, unread }: FileTracks,
  table: Table,
  { csv, herdB, individuals }: AnalyseOptions
): Effect.Effect<ReadonlyArray<FileTrack>, CommandFailed> => {
  const wanted = individuals === null ? null : [...individuals, ...(herdB ?? [])]
  const missing = [...(individuals ?? []), ...(herdB ?? [])].filter((name) =>
    tracks.every((track) => track.name !== name)
  )
  if (tracks.length === 0)
    return Effect.fail(
      new CommandFailed({
        message: [
          `${csv} has no fixes`,
          ...listRejected(examples, refused, ""),
          ...aboutRows({ leftOut, network, unread }, table)
        ].join("\n")
      })
    )
  if (missing.length > 0)
    return Effect.fail(
      new CommandFailed({
        message: `${csv} has no fixes of ${missing.join(", ")}; it has ${tracks
          .map((t) => t.name)
          .slice(0, 20)
          .join(", ")}`
      })
    )
  const chosen = wanted === null ? tracks : tracks.filter(({ name }) => wanted.includes(name))
  const both = individuals?.find((name) => herdB?.includes(name) === true)
  if (both !== undefined) return Effect.fail(new CommandFailed({ message: `${both} is in both herds` }))
  return chosen.every(({ name }) => herdB?.includes(name) === true)
    ? Effect.fail(new CommandFailed({ message: "every animal is in the other herd" }))
    : Effect.succeed(chosen)
}

// What a person should know of how a file is read, and what else of it can be taken.
import type { GpxKind } from "../../../domain/intake/GpxPoints.ts"
import { Card, Stack, Text } from "../../design/kit.tsx"
import { counted } from "../../design/numbers.ts"
import { capital } from "../../shell/words.ts"
import type { FileAnswers, Sample } from "./worker/protocol.ts"

const kindWords: Readonly<Record<GpxKind, readonly [one: string, many: string]>> = {
  tracks: ["point of a track", "points of tracks"],
  routes: ["point of a route", "points of routes"],
  waypoints: ["waypoint", "waypoints"]
}

interface NotesProps extends Pick<Sample, "besides" | "notes"> {
  readonly onAnswer: (change: FileAnswers) => void
}

/** Notes are sentences about a file: its titles, units, sheet and coordinates, and points that are left out. */
export const Notes = ({ besides, notes, onAnswer }: NotesProps) =>
  besides.length + notes.length > 0 && (
    <Card title="How the file is read">
      <Stack pad>
        {notes.map((note) => (
          <Text key={note} as="p">
            {capital(note)}.
          </Text>
        ))}
        {besides.map(([kind, timed]) => {
          const [one, many] = kindWords[kind]
          return (
            <Text key={kind} as="p">
              The file also holds {counted(timed, one, many)} with a time.{" "}
              <button className="link" onClick={() => onAnswer({ gpx_points: kind })}>
                Take the {many} instead
              </button>
            </Text>
          )
        })}
      </Stack>
    </Card>
  )

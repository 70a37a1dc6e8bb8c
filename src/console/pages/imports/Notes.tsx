// What a person should know of how a file is read, and what else of it can be taken.
import { words } from "../../../words/language.ts"
import { Card, Stack, Text } from "../../design/kit.tsx"
import { capital } from "../../shell/words.ts"
import type { FileAnswers, Sample } from "./worker/protocol.ts"

interface NotesProps extends Pick<Sample, "besides" | "notes"> {
  readonly onAnswer: (change: FileAnswers) => void
}

/** Notes are sentences about a file: its titles, units, sheet and coordinates, and points that are left out. */
export const Notes = ({ besides, notes, onAnswer }: NotesProps) =>
  besides.length + notes.length > 0 && (
    <Card title={words.importQuestions.notes.title}>
      <Stack pad>
        {notes.map((note) => (
          <Text key={note} as="p">
            {capital(note)}.
          </Text>
        ))}
        {besides.map(([kind, timed]) => (
          <Text key={kind} as="p">
            {words.importQuestions.notes.also[kind]({ count: timed })}{" "}
            <button className="link" onClick={() => onAnswer({ gpx_points: kind })}>
              {words.importQuestions.notes.take[kind]}
            </button>
          </Text>
        ))}
      </Stack>
    </Card>
  )

// What a person should know of how a file is read.
import { Card, Stack, Text } from "../design/kit.tsx"
import { capital } from "../shell/words.ts"

/** Notes are sentences about a file: its titles, its units, its sheet, its coordinates. */
export const Notes = ({ notes }: { readonly notes: ReadonlyArray<string> }) =>
  notes.length > 0 && (
    <Card title="How the file is read">
      <Stack pad>
        {notes.map((note) => (
          <Text key={note} as="p">
            {capital(note)}.
          </Text>
        ))}
      </Stack>
    </Card>
  )

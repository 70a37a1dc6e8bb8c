// What is known of a file before it is sent: it goes on where it stopped, or it is another than the last of its name.
import { words } from "../../../words/language.ts"
import { Card, Stack, Text } from "../../design/kit.tsx"
import { useProject } from "../../shell/useProject.ts"
import { inZone } from "../../time/zoneTime.ts"
import type { ChosenFile } from "./useImport.ts"

/** An import of the same contents that is open, or of the same name with others. */
export const SameFile = ({ before, changedSince, phase }: ChosenFile) => {
  const { zone } = useProject()
  if (phase._tag === "Looked" && before?.state === "open")
    return (
      <Card title={words.imports.sameFile.open} tone="good">
        <Stack pad>
          <Text as="p">
            {words.imports.sameFile.openHint({
              who: before.created_by.name,
              at: inZone(before.created_at, zone, "dayTime"),
              line: before.place.line
            })}
          </Text>
        </Stack>
      </Card>
    )
  return (
    changedSince !== null && (
      <Card title={words.imports.sameFile.changed} tone="late">
        <Stack pad>
          <Text as="p">
            {words.imports.sameFile.changedHint({ at: inZone(changedSince.created_at, zone, "dayTime") })}
          </Text>
        </Stack>
      </Card>
    )
  )
}

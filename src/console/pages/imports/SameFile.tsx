// What is known of a file before it is sent: it goes on where it stopped, or it is another than the last of its name.
import { Card, Stack, Text } from "../../design/kit.tsx"
import { useProject } from "../../shell/useProject.ts"
import { inZone } from "../../time/zoneTime.ts"
import type { ChosenFile } from "./useImport.ts"

/** An import of the same contents that is open, or of the same name with others. */
export const SameFile = ({ before, changedSince, phase }: ChosenFile) => {
  const { zone } = useProject()
  if (phase._tag === "Looked" && before?.state === "open")
    return (
      <Card title="This file goes on where it stopped" tone="good">
        <Stack pad>
          <Text as="p">
            {before.created_by.name ?? "Someone"} began it on {inZone(before.created_at, zone, "dayTime")}; it
            is in up to line {before.place.line}. The answers are those that were given then.
          </Text>
        </Stack>
      </Card>
    )
  return (
    changedSince !== null && (
      <Card title="The file has changed" tone="late">
        <Stack pad>
          <Text as="p">
            A file of this name with other contents was imported on{" "}
            {inZone(changedSince.created_at, zone, "dayTime")}. This one is sent from its first row on;
            records that are here already stay as they are.
          </Text>
        </Stack>
      </Card>
    )
  )
}

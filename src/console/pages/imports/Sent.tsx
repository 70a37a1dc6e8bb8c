// An import while it goes on, when it stopped, and what became of it.
import { useQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { useState } from "react"
import { Card, Meter, Row, Stack, Text } from "../../design/kit.tsx"
import { counted, numberText } from "../../design/numbers.ts"
import { type TrackImport, trackImports } from "../../data/imports.ts"
import { useProject } from "../../shell/useProject.ts"
import { entityWord } from "../../shell/words.ts"
import { inZone } from "../../time/zoneTime.ts"
import type { SendingState } from "./sendFile.ts"
import { TakeBack } from "./TakeBack.tsx"
import { percentOf } from "./words.ts"

/** What became of the rows so far. */
const Tally = ({ accepted, duplicates, rejected, unassigned }: TrackImport) => (
  <Text as="p" num>
    {counted(accepted, "record")} stored
    {duplicates > 0 && `, ${numberText(duplicates)} here already`}
    {rejected > 0 && `, ${counted(rejected, "row")} refused`}
    {unassigned > 0 && `, ${numberText(unassigned)} kept for unknown devices`}
  </Text>
)

interface SendingProps {
  readonly state: SendingState | null
  /** bytes of the file */
  readonly size: number
  readonly onStop: () => void
}

export const Sending = ({ onStop, size, state }: SendingProps) => (
  <Card
    title="Storing"
    acts={
      <button className="btn" onClick={onStop}>
        Stop
      </button>
    }
  >
    <Stack pad>
      <Meter
        label="Sent of the file"
        percent={state === null ? 0 : percentOf(state.import.place.offset, size)}
      />
      {state !== null && <Tally {...state.import} />}
      <Text as="p" tone="soft" role="status">
        {state?.waiting ??
          "This page may be closed: choose the same file again, and it goes on where it was."}
      </Text>
    </Stack>
  </Card>
)

interface DoneProps {
  readonly import: TrackImport
  /** absent: no row of this visit was refused */
  readonly onDownload?: () => void
  readonly onAnother: () => void
}

export const Done = ({ import: of, onAnother, onDownload }: DoneProps) => {
  const { project } = useProject()
  const { data: imports = [] } = useQuery(trackImports(project.id))
  const [isLeaving, setLeaving] = useState(false)
  const now = imports.find(({ id }) => id === of.id) ?? of
  const params = { slug: project.slug }
  return (
    <Card
      title={now.state === "finished" ? "The file is in" : "The file is taken back"}
      tone={now.state === "finished" ? "good" : undefined}
      acts={
        <button className="link" onClick={() => setLeaving(true)}>
          {now.removable ? "Take it back" : "Result"}
        </button>
      }
    >
      <TakeBack of={isLeaving ? now : null} onClose={() => setLeaving(false)} />
      <Stack pad>
        <Tally {...of} />
        <Row>
          <Link className="btn primary" to="/p/$slug/animals" params={params}>
            See the {entityWord(project).many}
          </Link>
          <Link className="btn" to="/p/$slug/live" params={params}>
            On the map
          </Link>
          {onDownload !== undefined && (
            <button className="btn" onClick={onDownload}>
              Download the refused rows
            </button>
          )}
          <button className="btn" onClick={onAnother}>
            Another file
          </button>
        </Row>
      </Stack>
    </Card>
  )
}

interface KnownProps {
  readonly import: TrackImport
  readonly onAgain: () => void
  readonly onAnother: () => void
}

/** Known is a file that was imported before, by whom and when. */
export const Known = ({ import: of, onAgain, onAnother }: KnownProps) => {
  const { zone } = useProject()
  return (
    <Card title="This file was imported before">
      <Stack pad>
        <Text as="p">
          {of.created_by.name ?? "Someone"} imported it
          {of.finished_at !== null && ` on ${inZone(of.finished_at, zone, "dayTime")}`}. Nothing was sent now.
        </Text>
        <Tally {...of} />
        <Row>
          <button className="btn" onClick={onAgain}>
            Send it again
          </button>
          <button className="btn" onClick={onAnother}>
            Another file
          </button>
        </Row>
      </Stack>
    </Card>
  )
}

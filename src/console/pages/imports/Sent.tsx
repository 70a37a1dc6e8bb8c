// An import while it goes on, when it stopped, and what became of it.
import { useQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { useState } from "react"
import { words } from "../../../words/language.ts"
import { Card, Meter, Row, Stack, Text } from "../../design/kit.tsx"
import { type TrackImport, trackImports } from "../../data/imports.ts"
import { useProject } from "../../shell/useProject.ts"
import { entityWord } from "../../shell/words.ts"
import { inZone } from "../../time/zoneTime.ts"
import type { SendingState } from "./sendFile.ts"
import { TakeBack } from "./TakeBack.tsx"
import { percentOf } from "./words.ts"

/** What became of the rows so far. */
const Tally = (of: TrackImport) => (
  <Text as="p" num>
    {words.imports.tally(of)}
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
    title={words.imports.sending.title}
    acts={
      <button className="btn" onClick={onStop}>
        {words.imports.sending.stop}
      </button>
    }
  >
    <Stack pad>
      <Meter
        label={words.imports.sending.meter}
        percent={state === null ? 0 : percentOf(state.import.place.offset, size)}
      />
      {state !== null && <Tally {...state.import} />}
      <Text as="p" tone="soft" role="status">
        {state?.waiting ?? words.imports.sending.mayClose}
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
      title={now.state === "finished" ? words.imports.done.stored : words.imports.done.takenBack}
      tone={now.state === "finished" ? "good" : undefined}
      acts={
        <button className="link" onClick={() => setLeaving(true)}>
          {now.removable ? words.imports.done.takeBack : words.imports.done.result}
        </button>
      }
    >
      <TakeBack of={isLeaving ? now : null} onClose={() => setLeaving(false)} />
      <Stack pad>
        <Tally {...of} />
        <Row>
          <Link className="btn primary" to="/p/$slug/animals" params={params}>
            {words.imports.done.seeAnimals(entityWord(project))}
          </Link>
          <Link className="btn" to="/p/$slug/live" params={params}>
            {words.imports.done.onMap}
          </Link>
          {onDownload !== undefined && (
            <button className="btn" onClick={onDownload}>
              {words.imports.done.download}
            </button>
          )}
          <button className="btn" onClick={onAnother}>
            {words.imports.done.another}
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
    <Card title={words.imports.known.title}>
      <Stack pad>
        <Text as="p">
          {words.imports.known.hint({
            who: of.created_by.name,
            at: of.finished_at === null ? null : inZone(of.finished_at, zone, "dayTime")
          })}
        </Text>
        <Tally {...of} />
        <Row>
          <button className="btn" onClick={onAgain}>
            {words.imports.known.again}
          </button>
          <button className="btn" onClick={onAnother}>
            {words.imports.done.another}
          </button>
        </Row>
      </Stack>
    </Card>
  )
}

// The assignments of a device: drawn, changed by dragging an edge or typing its time, and saved after a preview of
// the effects.
import { useQuery } from "@tanstack/react-query"
import { type ReactNode, useState } from "react"
import { words } from "../../../words/language.ts"
import { Parts } from "../../design/Parts.tsx"
import { Segments } from "../../design/form/Segments.tsx"
import {
  deviceDays,
  deviceEvents,
  effectOf,
  entityNames,
  type Outcome as Told,
  wornBy
} from "../../data/device.ts"
import { MissingPermission } from "../../shell/MissingPermission.tsx"
import { Trouble, Waiting } from "../../shell/states.tsx"
import { useKeys } from "../../shell/useKeys.ts"
import { useProject } from "../../shell/useProject.ts"
import { entityWord } from "../../shell/words.ts"
import { useNow } from "../../time/useNow.ts"
import { type Change, changesOf, type Span, spansOf } from "./draft.ts"
import { PutOn } from "./change/PutOn.tsx"
import { WornActs } from "./change/WornActs.tsx"
import { Edges } from "./Edges.tsx"
import { Line } from "./Line.tsx"
import { MovedMap } from "./MovedMap.tsx"
import { Outcome } from "./Outcome.tsx"
import { Other } from "./Other.tsx"
import { type Range, RANGES, windowOf } from "./span.ts"
import look from "./worn.module.css"

const MINUTE = 60_000
const HOUR = 60 * MINUTE
/** Longest period for which days are counted. */
const MAX_COUNTED_MS = 92 * 24 * HOUR

const NOTHING: Told["moves"] = []

interface WaysProps {
  readonly id: string
  readonly now: number
  readonly changes: ReadonlyArray<Change>
}

/** Ways shows the track of the device, or the records that changes would move. */
const Ways = ({ changes, id, now }: WaysProps) => {
  const { project } = useProject()
  const { data } = useQuery(effectOf(project.id, changes))
  const moves = changes.length === 0 ? NOTHING : (data?.moves ?? NOTHING)
  return <MovedMap deviceId={id} now={now} moves={moves} />
}

interface WornProps {
  readonly id: string
  /** the name of the device */
  readonly name: string
  /** content beside the map */
  readonly beside: ReactNode
}

/** Worn shows and edits the assignments of a device. */
export const Worn = ({ beside, id, name }: WornProps) => {
  const { may, project, zone } = useProject()
  const { data, error, refetch } = useQuery(wornBy(project.id, id))
  const { data: names } = useQuery(entityNames(project.id))
  const [range, setRange] = useState<Range | undefined>("month")
  const [draft, setDraft] = useState<ReadonlyArray<Span> | null>(null)
  const [held, setHeld] = useState<{ readonly key: string; readonly at: number } | null>(null)
  const now = Math.ceil(useNow() / MINUTE) * MINUTE
  const hour = Math.ceil(now / HOUR) * HOUR
  const { data: days = [] } = useQuery(deviceDays(project.id, id, hour - MAX_COUNTED_MS, hour))
  const { data: events = [] } = useQuery(deviceEvents(project.id, id))
  const putBack = () => {
    setDraft(null)
    setHeld(null)
  }
  useKeys({ z: putBack })
  if (error !== null) return <Trouble error={error} again={() => void refetch()} />
  if (data === undefined) return <Waiting what={words.devices.worn.waiting} />
  const saved = spansOf(data),
    drawn = draft ?? saved
  const window = windowOf(range, saved[0]?.from ?? now, now, zone)
  const nameOf = (entityId: string) => names?.get(entityId) ?? "…"
  const mayChange = may("devices:write")
  const current = data.find(({ valid_to }) => valid_to === null || Date.parse(valid_to) > now)
  const changes = changesOf(id, saved, drawn)
  const given = { drawn, mayChange, nameOf, window, onMove: setDraft }
  return (
    <>
      <section className="panel" aria-labelledby="worn">
        <header className={look["head"]}>
          <h2 id="worn">{words.devices.worn.title}</h2>
          {mayChange ? (
            <span className="soft">{words.devices.worn.hint}</span>
          ) : (
            <MissingPermission what={words.devices.worn.changing} permission="devices:write" />
          )}
          <span className={look["ranges"]}>
            <Segments
              label={words.devices.worn.shown}
              of={RANGES.map((one) => [one, words.devices.worn.ranges[one]] as const)}
              value={range}
              onChoose={setRange}
            />
          </span>
        </header>
        {drawn.length === 0 && (
          <p className={look["none"]}>{words.devices.worn.none({ one: entityWord(project).one })}</p>
        )}
        {drawn.length > 0 && (
          <Line
            {...given}
            days={range === undefined ? [] : days}
            events={events}
            saved={saved}
            held={held}
            onHold={setHeld}
          />
        )}
        {mayChange && (
          <div className={look["edit"]}>
            <Edges {...given} />
            {current === undefined ? (
              <PutOn deviceId={id} />
            ) : (
              <span className={look["now"]}>
                <span>
                  <Parts
                    of={words.devices.worn.now<ReactNode>({ name: <bdi>{nameOf(current.entity_id)}</bdi> })}
                  />
                </span>
                <WornActs of={current} animal={nameOf(current.entity_id)} device={name} />
              </span>
            )}
            <Other drawn={drawn} onMove={setDraft} />
          </div>
        )}
        {changes.length > 0 && <Outcome id={id} saved={saved} changes={changes} onPutBack={putBack} />}
      </section>
      <div className={look["below"]}>
        <Ways id={id} now={hour} changes={changes} />
        <div className={look["beside"]}>{beside}</div>
      </div>
    </>
  )
}

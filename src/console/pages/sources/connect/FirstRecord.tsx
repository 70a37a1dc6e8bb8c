// Watches a source while the page is open: shows the newest record field by field, or what was refused and why.
import { remedyText } from "../../../design/remedyText.ts"
import { useQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { type ReactNode, useState } from "react"
import { words } from "../../../../words/language.ts"
import { Text } from "../../../design/kit.tsx"
import { Parts } from "../../../design/Parts.tsx"
import { Icon } from "../../../design/marks/Icon.tsx"
import { newestStranger, sourceArrivals } from "../../../data/arrivals.ts"
import type { Source } from "../../../data/sources.ts"
import { Trouble } from "../../../shell/states.tsx"
import { useProject } from "../../../shell/useProject.ts"
import { inZone, lasting } from "../../../time/zoneTime.ts"
import { Decoded } from "../../traces/Decoded.tsx"
import { Payload } from "../../traces/Payload.tsx"
import look from "./connect.module.css"
import { broughtBy, type ReadRecord, type RefusedRecord } from "./firstRecord.ts"
import { type Made, MakeIt } from "./MakeIt.tsx"
import type { Person } from "./person.ts"
import { RecordMap } from "./RecordMap.tsx"
import type { Sender } from "./senders.ts"

interface FirstRecordProps {
  readonly source: Source
  readonly sender: Sender
  readonly people: ReadonlyArray<Person>
}

/** arrivedAt says when the record arrived and with what delay. */
const arrivedAt = ({ receivedAt, time }: ReadRecord, zone: string): string => {
  const seconds = time === null ? null : (Date.parse(receivedAt) - Date.parse(time)) / 1000
  return words.connect.first.at({
    at: inZone(receivedAt, zone, "full"),
    delay: seconds === null || seconds < 0 ? null : lasting(seconds)
  })
}

const Refused = ({ of }: { readonly of: RefusedRecord }) => {
  const { may, project, zone } = useProject()
  return (
    <section className={look["refused"]} aria-label={words.connect.first.refused}>
      <p role="status">
        <b>{words.connect.first.lastRefused}</b> {inZone(of.at, zone, "dayTime")}{" "}
        {of.code !== null && <code className="mono">{of.code}</code>}
      </p>
      {of.detail !== null && <p>{of.detail}</p>}
      {of.remedy !== null && (
        <p>
          <b>{remedyText(of.remedy, of.code)}</b>
        </p>
      )}
      {of.traceId !== null && may("traces:read") && (
        <Link
          className="link"
          to="/p/$slug/operate/traces/$trace"
          params={{ slug: project.slug, trace: of.traceId }}
        >
          {words.connect.first.openTrace}
        </Link>
      )}
      {of.payload != null && <Payload of={of.payload} marked={of.pointer} />}
    </section>
  )
}

const Nothing = ({ source }: { readonly source: Source }) => {
  const { zone } = useProject()
  return (
    <div className={look["nothing"]} role="status">
      <span className={look["pulse"]} aria-hidden="true" />
      <h2>{words.connect.first.listening}</h2>
      <p className="soft">
        {words.connect.first.nothingYet({ at: inZone(source.created_at, zone, "dayTime") })}
      </p>
    </div>
  )
}

const Named = ({ made }: { readonly made: Made }) => {
  const { project } = useProject()
  const { slug } = project
  return (
    <div className={look["make"]} role="status">
      <p>
        <Icon name="check" size={15} />{" "}
        <Parts of={words.connect.register.done<ReactNode>({ name: <b>{made.name}</b> })} />
      </p>
      <div className={look["acts"]}>
        <Link className="btn" to="/p/$slug/operate/devices/$device" params={{ slug, device: made.deviceId }}>
          {words.connect.register.openDevice}
        </Link>
        <Link className="btn primary" to="/p/$slug/live" params={{ slug }}>
          {words.connect.register.seeMap}
        </Link>
      </div>
    </div>
  )
}

/** suggestedName is the person whose code the phone scanned, or the external id. */
const suggestedName = ({ externalId, identity }: ReadRecord, people: ReadonlyArray<Person>): string =>
  people.find(({ deviceId, trackerId, userId }) =>
    [userId, `${userId}/${deviceId}`, trackerId].includes(externalId)
  )?.name ??
  identity?.device_name ??
  externalId

/** The third step: the first record. */
export const FirstRecord = ({ people, sender, source }: FirstRecordProps) => {
  const { may, zone } = useProject()
  const mayRead = may("traces:read")
  // after registration the record belongs to a known device; it stays on the page
  const [named, setNamed] = useState<{ readonly made: Made; readonly record: ReadRecord } | null>(null)
  const strangers = useQuery(newestStranger(source.id))
  const arrivals = useQuery({ ...sourceArrivals(source.id), enabled: mayRead })
  const { record, refused } = broughtBy(
    source,
    strangers.data ?? null,
    arrivals.data ?? [],
    named?.record ?? null
  )
  const made = record !== null && record === named?.record ? named.made : null
  const error = strangers.error ?? arrivals.error
  return (
    <section className={look["first"]} aria-label={words.connect.first.label}>
      {error !== null && <Trouble error={error} again={() => void strangers.refetch()} />}
      {refused !== null && <Refused of={refused} />}
      {record === null && refused === null && error === null && <Nothing source={source} />}
      {record !== null && (
        <>
          <header className={look["arrived"]}>
            <h2>
              <Icon name="check" size={17} /> {words.connect.first.arrived}
            </h2>
            <p className="soft num">{arrivedAt(record, zone)}</p>
          </header>
          {record.lat !== null && record.lon !== null && (
            <RecordMap
              name={record.entity?.name ?? record.externalId}
              lat={record.lat}
              lon={record.lon}
              time={record.time}
              accuracyM={record.accuracyM}
            />
          )}
          {record.decoded.length > 0 && (
            <Decoded of={record.decoded} notRead={record.notRead} marked={null} />
          )}
          {record.identity !== null && made === null && (
            <MakeIt
              key={record.identity.id}
              of={record.identity}
              sender={sender}
              name={suggestedName(record, people)}
              onMade={(one) => setNamed({ made: one, record })}
            />
          )}
          {record.identity === null && record.entity !== null && (
            <Text as="p" size={2} tone="soft">
              {words.connect.first.belongsTo({ name: record.entity.name })}
            </Text>
          )}
        </>
      )}
      {made !== null && <Named made={made} />}
    </section>
  )
}

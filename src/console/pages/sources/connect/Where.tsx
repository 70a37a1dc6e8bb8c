// The second step: the sender's settings and what to check if nothing arrives; where the service connects, a
// connection test.
import { useQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { useState } from "react"
import { sentenceOf } from "../../../data/api/Refused.ts"
import { Card, Stack, Text } from "../../../design/kit.tsx"
import { rotateToken, type Source, sourceTest } from "../../../data/sources.ts"
import { copyText } from "../../../shell/clipboard.ts"
import { useAct } from "../../../shell/useAct.ts"
import { useProject } from "../../../shell/useProject.ts"
import { inZone } from "../../../time/zoneTime.ts"
import { Tested } from "../Tested.tsx"
import look from "./connect.module.css"
import { type Door, pastedOf } from "./pasted.ts"
import { PastedCard } from "./PastedCard.tsx"
import { People } from "./People.tsx"
import { type Person, personOf } from "./person.ts"
import { Reachable } from "./Reachable.tsx"
import { sampleCurl } from "./sampleCurl.ts"
import type { Sender } from "./senders.ts"
import { TROUBLES } from "./troubles.ts"

interface WhereProps {
  readonly source: Source
  readonly sender: Sender
  /** null: it was shown before, and cannot be read again */
  readonly token: string | null
  readonly onToken: (token: string) => void
  readonly people: ReadonlyArray<Person>
  readonly onPeople: (people: ReadonlyArray<Person>) => void
}

const IfNothing = ({
  door,
  person,
  sender
}: {
  readonly door: Door | null
  readonly person: Person
  readonly sender: Sender
}) => {
  const canTry = door !== null && sampleCurl(sender.key, door, person, 0) !== null
  return (
    <Card title="If nothing comes">
      <dl className={look["troubles"]}>
        {TROUBLES[sender.key].map(([says, remedy]) => (
          <div key={says}>
            <dt>{says}</dt>
            <dd>{remedy}</dd>
          </div>
        ))}
        {canTry && (
          <div>
            <dt>Not sure whose fault</dt>
            <dd>
              <button
                className="link"
                onClick={() =>
                  copyText(
                    sampleCurl(sender.key, door, person, Date.now()) ?? "",
                    "One record is on the clipboard, as a command."
                  )
                }
              >
                Copy one record as curl
              </button>
              : if it arrives, it is the sender. It says 0.5°, 0.5°, which is in the sea.
            </dd>
          </div>
        )}
      </dl>
    </Card>
  )
}

const Outward = ({ source }: { readonly source: Source }) => {
  const { data, error, isFetching, refetch } = useQuery(sourceTest(source.id))
  const { connection } = source
  return (
    <Card
      title={source.config.mqtt === undefined ? "The websocket server" : "The broker"}
      beside={<code className="mono soft">{source.config.mqtt?.url ?? source.config.websocket?.url}</code>}
      acts={
        <button className="btn small" disabled={isFetching} onClick={() => void refetch()}>
          Test again
        </button>
      }
    >
      <Stack pad>
        {data === undefined && error === null && <p role="status">Trying it…</p>}
        {error !== null && (
          <Text as="p" tone="bad" role="alert">
            {sentenceOf(error)}
          </Text>
        )}
        {data !== undefined && <Tested of={data} />}
        <p role="status">
          {connection === null
            ? "No worker has tried to connect yet."
            : connection.status === "connected"
              ? `Connected. Messages so far: ${connection.messages}.`
              : (connection.error ?? "Connecting…")}
        </p>
        {source.config.mqtt !== undefined && (
          <p className={look["topics"]}>
            topics{" "}
            {source.config.mqtt.topics.map((topic) => (
              <code key={topic} className="mono">
                {topic}
              </code>
            ))}
          </p>
        )}
      </Stack>
    </Card>
  )
}

const Broker = ({
  published,
  topics
}: {
  readonly published: string
  readonly topics: ReadonlyArray<string>
}) => {
  const { me, project } = useProject()
  return (
    <Card
      title="Or through your own broker"
      beside={<span className="soft">if they talk to one already</span>}
      acts={
        me.server_admin ? (
          <Link
            className="btn small"
            to="/p/$slug/operate/sources/new"
            params={{ slug: project.slug }}
            search={{ who: "mqtt", published }}
          >
            Use a broker
          </Link>
        ) : (
          <span className="soft">a server admin connects it</span>
        )
      }
    >
      <p className={look["topics"]} data-pad="">
        topics{" "}
        {topics.map((topic) => (
          <code key={topic} className="mono">
            {topic}
          </code>
        ))}
      </p>
    </Card>
  )
}

/** BROKER_TOPICS are the topics of senders that can also use a broker. */
const BROKER_TOPICS: Readonly<Partial<Record<Sender["key"], ReadonlyArray<string>>>> = {
  owntracks: ["owntracks/+/+", "owntracks/+/+/event"],
  chirpstack: ["application/+/device/+/event/+"]
}

/** The second step: the sender's settings. */
export const Where = ({ onPeople, onToken, people, sender, source, token }: WhereProps) => {
  const { zone } = useProject()
  const { act, busy } = useAct()
  const [origin, setOrigin] = useState(location.origin)
  const [chosen, setChosen] = useState<string | null>(null)
  const person = people.find(({ userId }) => userId === chosen) ?? people.at(-1) ?? null
  const rotate = () => act(async () => onToken((await rotateToken(source.id)).token))
  const choose = (one: Person) => {
    if (people.every(({ userId }) => userId !== one.userId)) onPeople([...people, one])
    setChosen(one.userId)
  }
  const door = token === null ? null : { origin, sourceId: source.id, token }
  const needsName = sender.isPhone === true && person === null
  const pasted = door === null || needsName ? null : pastedOf(sender, door, person)
  const until = source.previous_token_until
  const topics = BROKER_TOPICS[sender.key]
  const choosing =
    sender.isPhone === true ? <People of={people} chosen={person} onChoose={choose} /> : undefined
  return (
    <>
      <header className={look["lead"]}>
        <h2>
          {sender.isOutward === true
            ? `Pugmark listens to ${source.name}`
            : person === null || sender.isPhone !== true
              ? `Point ${sender.name} at Pugmark`
              : `Point ${person.name}’s phone at Pugmark`}
        </h2>
        <p className="soft">{pasted?.lead}</p>
      </header>
      {sender.isOutward === true ? (
        <Outward source={source} />
      ) : (
        <>
          <Reachable sender={sender} origin={origin} onOrigin={setOrigin} />
          {token === null && (
            <Card title="The token was shown when the source was created">
              <Stack pad>
                <p>
                  It cannot be shown again. A new one is filled into the settings below; the previous one
                  stays valid for 24 h.
                </p>
                <div>
                  <button className="btn primary" disabled={busy} onClick={rotate}>
                    New token
                  </button>
                </div>
              </Stack>
            </Card>
          )}
          {token !== null && needsName && (
            <Card title="Whose phone is it?">
              <Stack pad>{choosing}</Stack>
            </Card>
          )}
          {pasted !== null && (
            <PastedCard
              key={token}
              of={pasted}
              people={choosing}
              before={until === null ? null : inZone(until, zone, "dayTime")}
              onRotate={rotate}
            />
          )}
          {topics !== undefined && <Broker published={sender.adapter} topics={topics} />}
        </>
      )}
      <IfNothing door={door} person={person ?? personOf("Test")} sender={sender} />
    </>
  )
}

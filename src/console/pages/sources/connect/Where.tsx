// The second step: the sender's settings and what to check if nothing arrives; where the service connects, a
// connection test.
import { useQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { type ReactNode, useState } from "react"
import { words } from "../../../../words/language.ts"
import { sentenceOf } from "../../../data/api/Refused.ts"
import { Card, Stack, Text } from "../../../design/kit.tsx"
import { Parts } from "../../../design/Parts.tsx"
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

interface WhereProps {
  readonly source: Source
  readonly sender: Sender
  /** null: it was shown before, and cannot be read again */
  readonly token: string | null
  readonly onToken: (token: string) => void
  readonly people: ReadonlyArray<Person>
  readonly onPeople: (people: ReadonlyArray<Person>) => void
}

/** Trouble is what a sender says, and its remedy. */
interface Trouble {
  readonly says: string
  readonly remedy: string
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
  const text = words.connect.nothing
  const troubles: Readonly<Record<string, Trouble>> = words.senders.troubles[sender.key]
  const canTry = door !== null && sampleCurl(sender.key, door, person, 0) !== null
  return (
    <Card title={text.title}>
      <dl className={look["troubles"]}>
        {Object.values(troubles).map(({ remedy, says }) => (
          <div key={says}>
            <dt>{says}</dt>
            <dd>{remedy}</dd>
          </div>
        ))}
        {canTry && (
          <div>
            <dt>{text.unsure}</dt>
            <dd>
              <Parts
                of={text.curl<ReactNode>({
                  copy: (
                    <button
                      className="link"
                      onClick={() =>
                        copyText(sampleCurl(sender.key, door, person, Date.now()) ?? "", text.curlCopied)
                      }
                    >
                      {text.copyCurl}
                    </button>
                  )
                })}
              />
            </dd>
          </div>
        )}
      </dl>
    </Card>
  )
}

const Topics = ({ of }: { readonly of: ReadonlyArray<string> }) => (
  <Parts
    of={words.connect.topics<ReactNode>({
      topics: of.map((topic) => (
        <code key={topic} className="mono">
          {topic}
        </code>
      ))
    })}
  />
)

const Outward = ({ source }: { readonly source: Source }) => {
  const { data, dataUpdatedAt, error, isFetching, refetch } = useQuery(sourceTest(source.id))
  const { connection } = source
  const text = words.connect.outward
  return (
    <Card
      title={source.config.mqtt === undefined ? text.websocket : text.broker}
      beside={<code className="mono soft">{source.config.mqtt?.url ?? source.config.websocket?.url}</code>}
      acts={
        <button className="btn small" disabled={isFetching} onClick={() => void refetch()}>
          {text.testAgain}
        </button>
      }
    >
      <Stack pad>
        {data === undefined && error === null && <p role="status">{text.testing}</p>}
        {error !== null && (
          <Text as="p" tone="bad" role="alert">
            {sentenceOf(error)}
          </Text>
        )}
        {data !== undefined && <Tested of={data} isOutward at={dataUpdatedAt} />}
        <p role="status">
          {connection === null
            ? text.notTried
            : connection.status === "connected"
              ? text.connected({ messages: connection.messages })
              : (connection.error ?? text.connecting)}
        </p>
        {source.config.mqtt !== undefined && (
          <p className={look["topics"]}>
            <Topics of={source.config.mqtt.topics} />
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
  const text = words.connect.ownBroker
  return (
    <Card
      title={text.title}
      beside={<span className="soft">{text.beside}</span>}
      acts={
        me.server_admin ? (
          <Link
            className="btn small"
            to="/p/$slug/operate/sources/new"
            params={{ slug: project.slug }}
            search={{ who: "mqtt", published }}
          >
            {text.use}
          </Link>
        ) : (
          <span className="soft">{text.byAdmin}</span>
        )
      }
    >
      <p className={look["topics"]} data-pad="">
        <Topics of={topics} />
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
  const titles = words.connect.settings
  const topics = BROKER_TOPICS[sender.key]
  const choosing =
    sender.isPhone === true ? <People of={people} chosen={person} onChoose={choose} /> : undefined
  return (
    <>
      <header className={look["lead"]}>
        <h2>
          {sender.isOutward === true
            ? titles.titleOutward({ source: source.name })
            : person === null || sender.isPhone !== true
              ? titles.title({ sender: words.sources.senders[sender.key] })
              : titles.titlePhone({ person: person.name })}
        </h2>
        <p className="soft">{pasted?.lead}</p>
      </header>
      {sender.isOutward === true ? (
        <Outward source={source} />
      ) : (
        <>
          <Reachable sender={sender} origin={origin} onOrigin={setOrigin} />
          {token === null && (
            <Card title={words.connect.token.lost}>
              <Stack pad>
                <p>{words.connect.token.lostHint}</p>
                <div>
                  <button className="btn primary" disabled={busy} onClick={rotate}>
                    {words.connect.token.renew}
                  </button>
                </div>
              </Stack>
            </Card>
          )}
          {token !== null && needsName && (
            <Card title={words.connect.people.title}>
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

// The sessions of the user: this browser, and the others, which can be signed out from here.
import { useQuery } from "@tanstack/react-query"
import type { ReactNode } from "react"
import { words } from "../../../words/language.ts"
import { Refused, sentenceOf } from "../../data/api/Refused.ts"
import { Parts } from "../../design/Parts.tsx"
import { Section } from "../../design/Section.tsx"
import form from "../../design/section.module.css"
import { endSession, type OwnSession, ownSessions, readSessionsAgain } from "../../data/account.ts"
import { toast } from "../../shell/toasts.ts"
import { Trouble, Waiting } from "../../shell/states.tsx"
import { Ago } from "../../time/Ago.tsx"
import { ownZone } from "../../time/ownZone.ts"
import { inZone } from "../../time/zoneTime.ts"

const nameOf = ({ browser }: OwnSession): string => browser ?? words.account.sessions.unknown

/** Ends sessions one after the other; a session that has ended already is no error. */
const end = async (sessions: ReadonlyArray<OwnSession>) => {
  try {
    for (const { id } of sessions)
      await endSession(id).catch((refused: unknown) => {
        if (!(refused instanceof Refused) || refused.status !== 404) throw refused
      })
    toast(
      sessions.length === 1
        ? words.account.sessions.ended({ name: nameOf(sessions[0]!) })
        : words.account.sessions.endedMany({ count: sessions.length })
    )
  } catch (refused) {
    toast(sentenceOf(refused), "bad")
  }
  await readSessionsAgain()
}

/** Sessions lists the sessions of the user, with a button that ends each of the others. */
export const Sessions = () => {
  const { data, error, refetch } = useQuery(ownSessions)
  const zone = ownZone()
  const others = data?.filter(({ current }) => !current) ?? []
  return (
    <Section
      title={words.account.sessions.title}
      about={data === undefined ? undefined : words.account.sessions.browsers({ count: data.length })}
      acts={
        others.length > 1 && (
          <button className="btn small" onClick={() => void end(others)}>
            {words.account.sessions.endOthers}
          </button>
        )
      }
    >
      {error !== null && <Trouble error={error} again={() => void refetch()} />}
      {data === undefined && error === null && <Waiting what={words.account.sessions.what} />}
      <ul className={form["list"]}>
        {data?.map((one) => (
          <li key={one.id}>
            <div>
              <p>
                <b>{nameOf(one)}</b>{" "}
                {one.current && <span className="chip on">{words.account.sessions.current}</span>}
              </p>
              <p className="soft num">
                <Parts
                  of={words.account.sessions.used<ReactNode>({
                    since: inZone(one.created_at, zone, "dayTime"),
                    ago: <Ago at={one.last_seen_at} zone={zone} />
                  })}
                />
              </p>
            </div>
            {!one.current && (
              <button
                className="btn small"
                aria-label={words.account.sessions.endOne({ name: nameOf(one) })}
                onClick={() => void end([one])}
              >
                {words.account.sessions.end}
              </button>
            )}
          </li>
        ))}
      </ul>
    </Section>
  )
}

// The sessions of the user: this browser, and the others, which can be signed out from here.
import { useQuery } from "@tanstack/react-query"
import { Refused, sentenceOf } from "../../data/api/Refused.ts"
import { Section } from "../../design/Section.tsx"
import form from "../../design/section.module.css"
import { endSession, type OwnSession, ownSessions, readSessionsAgain } from "../../data/account.ts"
import { toast } from "../../shell/toasts.ts"
import { Trouble, Waiting } from "../../shell/states.tsx"
import { Ago } from "../../time/Ago.tsx"
import { ownZone } from "../../time/ownZone.ts"
import { inZone } from "../../time/zoneTime.ts"

const nameOf = ({ browser }: OwnSession): string => browser ?? "A browser that does not toast what it is"

/** Ends sessions one after the other; a session that has ended already is no error. */
const end = async (sessions: ReadonlyArray<OwnSession>) => {
  try {
    for (const { id } of sessions)
      await endSession(id).catch((refused: unknown) => {
        if (!(refused instanceof Refused) || refused.status !== 404) throw refused
      })
    toast(
      sessions.length === 1
        ? `Signed out: ${nameOf(sessions[0]!)}`
        : `${sessions.length} browsers are signed out.`
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
      title="Signed in"
      about={data === undefined ? undefined : `${data.length} ${data.length === 1 ? "browser" : "browsers"}`}
      acts={
        others.length > 1 && (
          <button className="btn small" onClick={() => void end(others)}>
            Sign out all others
          </button>
        )
      }
    >
      {error !== null && <Trouble error={error} again={() => void refetch()} />}
      {data === undefined && error === null && <Waiting what="sessions" />}
      <ul className={form["list"]}>
        {data?.map((one) => (
          <li key={one.id}>
            <div>
              <p>
                <b>{nameOf(one)}</b> {one.current && <span className="chip on">this browser</span>}
              </p>
              <p className="soft num">
                since {inZone(one.created_at, zone, "dayTime")}, last used{" "}
                <Ago at={one.last_seen_at} zone={zone} />
              </p>
            </div>
            {!one.current && (
              <button
                className="btn small"
                aria-label={`Sign out ${nameOf(one)}`}
                onClick={() => void end([one])}
              >
                Sign out
              </button>
            )}
          </li>
        ))}
      </ul>
    </Section>
  )
}

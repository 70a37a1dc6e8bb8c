// The consent page of an AI client (OAuth): its name, redirect address, requested scopes and projects, and what a
// client can never do.
import { useQuery } from "@tanstack/react-query"
import { getRouteApi, Link } from "@tanstack/react-router"
import { lazy, Suspense, useState } from "react"
import { words } from "../../../words/language.ts"
import { Refused } from "../../data/api/Refused.ts"
import { consent } from "../../data/clients.ts"
import { session } from "../../data/session.ts"
import { State, Trouble, Waiting } from "../../shell/states.tsx"
import { SessionOver } from "../../shell/SessionOver.tsx"
import { ConsentForm } from "./ConsentForm.tsx"
import look from "./consent.module.css"

const Ground = lazy(() =>
  import("../login/Ground.tsx").then(({ Ground: default_ }) => ({ default: default_ }))
)

const route = getRouteApi("/known/consent/$id")

const Over = () => (
  <State icon="operate" title={words.consent.over.title} whole>
    <p>{words.consent.over.hint}</p>
    <Link to="/" className="link">
      {words.common.noPage.toMap}
    </Link>
  </State>
)

/** ConsentPage shows the request of an AI client to the signed-in user. */
export const ConsentPage = () => {
  const { id } = route.useParams()
  const { data: me } = useQuery(session)
  const { data: asked, error, refetch } = useQuery(consent(id))
  const [isWide] = useState(() => matchMedia("(min-width: 801px)").matches)
  return (
    <div className={look["page"]}>
      {isWide && (
        <div className={look["ground"]}>
          <Suspense>
            <Ground />
          </Suspense>
        </div>
      )}
      <main className={`panel ${look["card"]}`}>
        {asked !== undefined && me != null && <ConsentForm id={id} asked={asked} me={me} />}
        {asked === undefined && error === null && <Waiting what={words.consent.request} />}
        {error instanceof Refused && error.status === 404 ? (
          <Over />
        ) : (
          error !== null && <Trouble error={error} again={() => void refetch()} whole />
        )}
      </main>
      <SessionOver />
    </div>
  )
}

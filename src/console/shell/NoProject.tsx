// The first page of an account without a project: a form to create one, or a text that tells where to get access.
import { words } from "../../words/language.ts"
import { useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { NewProject } from "../pages/project/NewProject.tsx"
import { session } from "../data/session.ts"
import { State } from "./states.tsx"
import look from "./states.module.css"

const First = () => {
  const [isMaking, setMaking] = useState(false)
  return (
    <State icon="seed" title={words.common.projects.first.title} whole>
      <p>{words.common.projects.first.hint}</p>
      <button className="btn primary" onClick={() => setMaking(true)}>
        {words.common.projects.create}
      </button>
      <NewProject open={isMaking} onClose={() => setMaking(false)} />
    </State>
  )
}

/** The page of an account without a project. */
export const NoProject = () => {
  const { data: me } = useQuery(session)
  return (
    <main className={look["page"]}>
      {me?.server_admin === true ? (
        <First />
      ) : (
        <State icon="seed" title={words.common.projects.none.title} whole>
          <p>{words.common.projects.none.hint}</p>
        </State>
      )}
    </main>
  )
}

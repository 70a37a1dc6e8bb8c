// The first page of an account without a project: a form to create one, or a text that tells where to get access.
import { useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { NewProject } from "../pages/project/NewProject.tsx"
import { session } from "../data/session.ts"
import { State } from "./states.tsx"
import look from "./states.module.css"

const First = () => {
  const [isMaking, setMaking] = useState(false)
  return (
    <State icon="seed" title="There is no project yet." whole>
      <p>A project holds the animals, places and rules of one herd, reserve or fleet.</p>
      <button className="btn primary" onClick={() => setMaking(true)}>
        New project
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
        <State icon="seed" title="There is no project for you yet." whole>
          <p>Ask an administrator of a project to add you to it.</p>
        </State>
      )}
    </main>
  )
}

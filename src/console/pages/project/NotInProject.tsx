// The page for an address of a project that does not exist or that the user may not see: says so, and lists the
// user's projects.
import { useQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import type { ReactNode } from "react"
import { words } from "../../../words/language.ts"
import { projects } from "../../data/session.ts"
import { Parts } from "../../design/Parts.tsx"
import { Missing, State } from "../../shell/states.tsx"
import look from "../../shell/states.module.css"

const Others = ({ slug }: { readonly slug: string }) => {
  const { data: all = [] } = useQuery(projects)
  return (
    <main className={look["page"]}>
      <State icon="search" title={words.common.projects.unknown.title} whole>
        <p>
          <Parts
            of={words.common.projects.unknown.hint<ReactNode>({ slug: <span className="code">{slug}</span> })}
          />
        </p>
        {all.length > 0 && (
          <ul className={look["ways"]} aria-label={words.common.projects.yours}>
            {all.map((one) => (
              <li key={one.id}>
                <Link className="link" to="/p/$slug/live" params={{ slug: one.slug }}>
                  <bdi>{one.name}</bdi>
                </Link>
              </li>
            ))}
          </ul>
        )}
      </State>
    </main>
  )
}

/** The page for an unknown project, whose slug is given, or for an unknown page of a project. */
export const NotInProject = ({ data }: { readonly data?: unknown }) =>
  typeof data === "string" ? <Others slug={data} /> : <Missing />

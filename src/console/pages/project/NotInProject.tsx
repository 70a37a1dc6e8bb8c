// The page for an address of a project that does not exist or that the user may not see: says so, and lists the
// user's projects.
import { useQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { projects } from "../../data/session.ts"
import { Missing, State } from "../../shell/states.tsx"
import look from "../../shell/states.module.css"

const Others = ({ slug }: { readonly slug: string }) => {
  const { data: all = [] } = useQuery(projects)
  return (
    <main className={look["page"]}>
      <State icon="search" title="There is no such project." whole>
        <p>
          <span className="code">{slug}</span> may be called otherwise now, or you are not in it.
        </p>
        {all.length > 0 && (
          <ul className={look["ways"]} aria-label="Your projects">
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

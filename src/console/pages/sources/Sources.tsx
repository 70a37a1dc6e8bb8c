// The data sources: each with its health, a connection test, and its token.
import { useQuery } from "@tanstack/react-query"
import { Link, useNavigate } from "@tanstack/react-router"
import { useState } from "react"
import { words } from "../../../words/language.ts"
import { Icon } from "../../design/marks/Icon.tsx"
import { OperateFrame } from "../operate/OperateFrame.tsx"
import { type OpenedSource, sources } from "../../data/sources.ts"
import { MissingPermission, toastMissingPermission } from "../../shell/MissingPermission.tsx"
import { State, Trouble, Waiting } from "../../shell/states.tsx"
import { useKeys } from "../../shell/useKeys.ts"
import { useProject } from "../../shell/useProject.ts"
import { ownSources } from "./ownSources.ts"
import { Row } from "./Row.tsx"
import look from "./sources.module.css"
import { TokenDialog } from "./TokenDialog.tsx"

/** The page of data sources. */
export const Sources = () => {
  const { may, project } = useProject()
  const { data, error, refetch } = useQuery(sources)
  const [shown, setShown] = useState<OpenedSource | null>(null)
  const navigate = useNavigate()
  const params = { slug: project.slug }
  const mayMake = may("integrations:write")
  useKeys({
    n: (event) => {
      event.preventDefault()
      if (mayMake) void navigate({ to: "/p/$slug/operate/sources/new", params })
      else toastMissingPermission(words.sources.aNew, "integrations:write")
    }
  })
  const own = ownSources(data ?? [], project.id)
  return (
    <OperateFrame
      name={words.sources.title}
      acts={
        mayMake ? (
          <Link className="btn primary" to="/p/$slug/operate/sources/new" params={params}>
            <Icon name="plus" size={15} /> {words.sources.connect} <kbd>N</kbd>
          </Link>
        ) : (
          <MissingPermission what={words.sources.changing} permission="integrations:write" />
        )
      }
    >
      <main className={look["page"]}>
        {error !== null && <Trouble error={error} again={() => void refetch()} />}
        {error === null && data === undefined && <Waiting what={words.sources.what} />}
        {data !== undefined && own.length === 0 && (
          <State icon="plug" title={words.sources.empty.title}>
            <p>{words.sources.empty.hint}</p>
            {mayMake && (
              <Link className="btn primary" to="/p/$slug/operate/sources/new" params={params}>
                {words.sources.connect}
              </Link>
            )}
          </State>
        )}
        {own.length > 0 && (
          <ul className={`panel ${look["list"]}`} aria-label={words.sources.list}>
            {own.map((one) => (
              <Row key={one.id} of={one} onToken={setShown} />
            ))}
          </ul>
        )}
      </main>
      <TokenDialog shown={shown} onClose={() => setShown(null)} />
    </OperateFrame>
  )
}

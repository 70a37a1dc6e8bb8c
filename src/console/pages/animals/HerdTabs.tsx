// The tabs of the herd: the list, import of many animals, groups and types.
import { Link } from "@tanstack/react-router"
import { useProject } from "../../shell/useProject.ts"
import look from "../../design/barTabs.module.css"

/** HerdTabs links the pages of the herd. */
export const HerdTabs = () => {
  const { may, me, project } = useProject()
  const params = { slug: project.slug }
  if (!may("entities:write") && !me.server_admin) return null
  return (
    <nav className={`tabs ${look["tabs"]}`} aria-label="Herd">
      <Link to="/p/$slug/animals" params={params} activeOptions={{ exact: true, includeSearch: false }}>
        List
      </Link>
      {may("entities:write") && (
        <Link to="/p/$slug/animals/many" params={params}>
          Add many
        </Link>
      )}
      <Link to="/p/$slug/animals/groups" params={params}>
        Groups and types
      </Link>
    </nav>
  )
}

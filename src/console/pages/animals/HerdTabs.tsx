// The tabs of the herd: the list, import of many animals, groups and types.
import { Link } from "@tanstack/react-router"
import { words } from "../../../words/language.ts"
import { useProject } from "../../shell/useProject.ts"
import look from "../../design/barTabs.module.css"

/** HerdTabs links the pages of the herd. */
export const HerdTabs = () => {
  const { may, me, project } = useProject()
  const params = { slug: project.slug }
  if (!may("entities:write") && !me.server_admin) return null
  return (
    <nav className={`tabs ${look["tabs"]}`} aria-label={words.animals.tabs.label}>
      <Link to="/p/$slug/animals" params={params} activeOptions={{ exact: true, includeSearch: false }}>
        {words.animals.tabs.list}
      </Link>
      {may("entities:write") && (
        <Link to="/p/$slug/animals/many" params={params}>
          {words.animals.tabs.addMany}
        </Link>
      )}
      <Link to="/p/$slug/animals/groups" params={params}>
        {words.animals.tabs.groups}
      </Link>
    </nav>
  )
}

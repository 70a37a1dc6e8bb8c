import { words } from "../../words/language.ts"
import { useQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { useId, useRef, useState } from "react"
import { NewProject } from "../pages/project/NewProject.tsx"
import { around, projects } from "../data/session.ts"
import { Icon } from "../design/marks/Icon.tsx"
import look from "./switcher.module.css"
import { useProject } from "./useProject.ts"

/** The project's name; clicking it lists the other projects. */
export const ProjectSwitcher = () => {
  const id = useId()
  const menu = useRef<HTMLDivElement>(null)
  const { me, project } = useProject()
  const [isMaking, setMaking] = useState(false)
  const { data: all = [] } = useQuery({ ...projects, ...around })
  return (
    <div className={look["place"]}>
      <button className={`card ${look["button"]}`} popoverTarget={id}>
        <bdi>{project.name}</bdi>
        <Icon name="chev" size={16} />
      </button>
      <div id={id} ref={menu} popover="auto" className={`card ${look["menu"]}`}>
        <h2 className="faint">{words.common.projects.title}</h2>
        <ul>
          {all.map(({ entity_count, id: one, name, open_alerts, slug }) => (
            <li key={one}>
              <Link
                to="/p/$slug/live"
                params={{ slug }}
                aria-current={one === project.id ? "true" : undefined}
                onClick={() => menu.current?.hidePopover()}
              >
                <bdi className="strong">{name}</bdi>
                <span className="faint num">
                  {open_alerts > 0
                    ? words.common.projects.trackedAndOpen({ count: entity_count, open: open_alerts })
                    : words.common.projects.tracked({ count: entity_count })}
                </span>
              </Link>
            </li>
          ))}
        </ul>
        {me.server_admin && (
          <button
            className="link"
            onClick={() => {
              menu.current?.hidePopover()
              setMaking(true)
            }}
          >
            {words.common.projects.create}
          </button>
        )}
        <h2 className={`faint ${look["rule"]}`}>{words.common.projects.current}</h2>
        <Link
          to="/p/$slug/project/settings"
          params={{ slug: project.slug }}
          onClick={() => menu.current?.hidePopover()}
        >
          {words.common.pages.settings}
        </Link>
        <Link
          to="/p/$slug/project/people"
          params={{ slug: project.slug }}
          onClick={() => menu.current?.hidePopover()}
        >
          {words.common.pages.people}
        </Link>
      </div>
      <NewProject open={isMaking} onClose={() => setMaking(false)} />
    </div>
  )
}

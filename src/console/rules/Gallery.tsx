// Templates to begin with. Choosing one makes nothing yet: the bench shows what it would have done.
import { useQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { Icon } from "../look/Icon.tsx"
import type { IconName } from "../look/icons.ts"
import { type Template, templates } from "../queries/rules.ts"
import { useProject } from "../shell/useProject.ts"
import look from "./gallery.module.css"

const ICONS: Readonly<Record<string, IconName>> = {
  geofence_exit: "leave",
  geofence_enter: "enter",
  speed_limit: "speed",
  no_data: "silence",
  battery_low: "battery",
  collar_not_moving: "still"
}

/** Somebody who came by key goes on by key. */
const focus = (card: HTMLAnchorElement | null): void => card?.focus()

const Card = ({ first, of }: { readonly of: Template; readonly first: boolean }) => {
  const { project } = useProject()
  return (
    <li>
      <Link
        className={look["card"]}
        to="/p/$slug/rules/$rule"
        params={{ slug: project.slug, rule: "new" }}
        search={{ template: of.key }}
        {...(first ? { ref: focus } : {})}
      >
        <span className={look["sign"]}>
          <Icon name={ICONS[of.key] ?? "rules"} size={20} />
        </span>
        <span>
          <b>{of.name}</b>
          <span className="soft">{of.description}</span>
        </span>
        <span className={look["foot"]}>
          <b>Use</b>
        </span>
      </Link>
    </li>
  )
}

export const Gallery = ({ isPage = false }: { readonly isPage?: boolean }) => {
  const { project } = useProject()
  const { data = [] } = useQuery(templates(project.id))
  const params = { slug: project.slug, rule: "new" }
  return (
    <section className={`panel ${look["gallery"]}`} aria-labelledby="templates" data-page={isPage}>
      <header>
        <h2 id="templates">Begin with a template</h2>
        <span className="soft">each is tried on your last days before anything is made</span>
        <span className={look["others"]}>
          <Link className="link" to="/p/$slug/rules/$rule" params={params} search={{ template: "blank" }}>
            Blank rule
          </Link>
          <Link
            className="link"
            to="/p/$slug/rules/$rule"
            params={params}
            search={{ template: "blank", as: "json" }}
          >
            Paste JSON
          </Link>
        </span>
      </header>
      <ul>
        {data.map((one, i) => (
          <Card key={one.key} of={one} first={isPage && i === 0} />
        ))}
      </ul>
    </section>
  )
}

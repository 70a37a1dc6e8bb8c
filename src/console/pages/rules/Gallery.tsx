// Templates of rules, each with what it would have done lately. A link opens the bench with a draft; nothing is
// created yet.
import { words } from "../../../words/language.ts"
import { useQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { Icon } from "../../design/marks/Icon.tsx"
import { isObject } from "../bench/document.ts"
import type { IconName } from "../../design/marks/icons.ts"
import { type Template, templates, triedTemplates } from "../../data/rules.ts"
import { useProject } from "../../shell/useProject.ts"
import look from "./gallery.module.css"

const ICONS: Readonly<Record<string, IconName>> = {
  geofence_exit: "leave",
  geofence_enter: "enter",
  speed_limit: "speed",
  no_data: "silence",
  battery_low: "battery",
  collar_not_moving: "still"
}

/** Focuses the first card, so that keyboard users continue there. */
const focus = (card: HTMLAnchorElement | null): void => card?.focus()

/** What a template would have done, in words. */
const triedText = (document: Template["document"], tried: NonNullable<Template["tried"]>): string => {
  const event = document["event"]
  const kind = isObject(event) && event["create_alert"] === true ? "alerts" : "events"
  return words.rules.templates.result({ count: tried[kind], kind, isCut: tried.truncated })
}

interface CardProps {
  readonly of: Template
  readonly tried: Template["tried"]
  readonly first: boolean
}

const Card = ({ first, of, tried }: CardProps) => {
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
          <span className="soft num">{tried !== undefined && triedText(of.document, tried)}</span>
          <b>{words.rules.templates.use}</b>
        </span>
      </Link>
    </li>
  )
}

/** The templates of rules. */
export const Gallery = ({ isPage = false }: { readonly isPage?: boolean }) => {
  const { project } = useProject()
  const { data = [] } = useQuery(templates(project.id))
  // arrives after the templates, or not at all where too many tests run
  const { data: tried } = useQuery(triedTemplates(project.id))
  const triedOf = new Map(tried?.map((one) => [one.key, one.tried]))
  const params = { slug: project.slug, rule: "new" }
  return (
    <section className={`panel ${look["gallery"]}`} aria-labelledby="templates" data-page={isPage}>
      <header>
        <h2 id="templates">{words.rules.templates.title}</h2>
        <span className="soft">
          {tried === undefined ? words.rules.templates.testing : words.rules.templates.tested}
        </span>
        <span className={look["others"]}>
          <Link className="link" to="/p/$slug/rules/$rule" params={params} search={{ template: "blank" }}>
            {words.rules.templates.blank}
          </Link>
          <Link
            className="link"
            to="/p/$slug/rules/$rule"
            params={params}
            search={{ template: "blank", as: "json" }}
          >
            {words.rules.templates.pasteJson}
          </Link>
        </span>
      </header>
      <ul>
        {data.map((one, i) => (
          <Card key={one.key} of={one} tried={triedOf.get(one.key)} first={isPage && i === 0} />
        ))}
      </ul>
    </section>
  )
}

// The main navigation: icons with labels, at the left on desktops and at the bottom on phones.
import { words } from "../../words/language.ts"
import { useQuery } from "@tanstack/react-query"
import { Link, useLocation } from "@tanstack/react-router"
import { analysisModules } from "../data/analyses.ts"
import { alertSummary, countOf } from "../data/alerts.ts"
import { useAlerts } from "../data/alerts/useAlerts.ts"
import { attention } from "../data/attention.ts"
import { around } from "../data/session.ts"
import { Icon } from "../design/marks/Icon.tsx"
import type { IconName } from "../design/marks/icons.ts"
import { Logo } from "../design/marks/Logo.tsx"
import { AccountMenu } from "./account/AccountMenu.tsx"
import { useOpenTitle } from "../documentTitle.ts"
import look from "./rail.module.css"
import { useProject } from "./useProject.ts"
import { capital, entityWord } from "./words.ts"

interface Item {
  readonly to: `/p/$slug/${"live" | "alerts" | "rules" | "analyses" | "animals"}`
  readonly icon: IconName
  readonly word: string
  readonly badge?: number
}

/** The main navigation. */
export const Rail = () => {
  const { me, project } = useProject()
  const list = useAlerts(project.id, "open", {}, around).data
  const counted = useQuery({ ...alertSummary(project.id), ...around, enabled: list?.isCut === true }).data
  const open = list === undefined ? 0 : countOf(list, counted?.open)
  useOpenTitle(open)
  const matters =
    useQuery({ ...attention(project.id), ...around }).data?.filter(({ severity }) => severity !== "info")
      .length ?? 0
  const modules = useQuery({ ...analysisModules(project.id), ...around }).data ?? []
  const path = useLocation({ select: ({ pathname }) => pathname })
  // the tabs of rules are separate pages
  const isOfRules = path === `/p/${project.slug}/automations`
  const items: ReadonlyArray<Item> = [
    { to: "/p/$slug/live", icon: "live", word: words.common.pages.live },
    { to: "/p/$slug/alerts", icon: "alerts", word: words.common.pages.alerts, badge: open },
    { to: "/p/$slug/rules", icon: "rules", word: words.common.pages.rules },
    ...(modules.length === 0
      ? []
      : [{ to: "/p/$slug/analyses", icon: "analyses", word: words.common.pages.analyses } as const]),
    { to: "/p/$slug/animals", icon: "animals", word: capital(entityWord(project).many) }
  ]
  return (
    <nav className={look["rail"]} aria-label={words.common.shell.main}>
      <Link to="/" className={look["logo"]} aria-label={words.common.shell.home}>
        <Logo />
      </Link>
      {items.map(({ badge = 0, icon, to, word }) => (
        <Link
          key={to}
          to={to}
          params={{ slug: project.slug }}
          className={look["item"]}
          {...(isOfRules && to === "/p/$slug/rules" ? { "aria-current": "page" as const } : {})}
        >
          <Icon name={icon} />
          <span>{word}</span>
          {badge > 0 && (
            <span className={look["badge"]}>
              {badge > 99 ? "99+" : badge}
              <span className="hidden"> {words.common.shell.open({ count: badge })}</span>
            </span>
          )}
        </Link>
      ))}
      <span className={look["space"]} />
      <Link to="/p/$slug/operate" params={{ slug: project.slug }} className={look["item"]}>
        <Icon name="operate" />
        <span>{words.common.pages.operate}</span>
        {matters > 0 && (
          <span className={`${look["badge"]} ${look["warning"]}`}>
            {matters > 99 ? "99+" : matters}
            <span className="hidden"> {words.common.shell.needAttention({ count: matters })}</span>
          </span>
        )}
      </Link>
      <a href="/guide" className={`${look["item"]} ${look["desk"]}`}>
        <Icon name="seed" />
        <span>{words.common.pages.guide}</span>
      </a>
      <a href="/docs" className={`${look["item"]} ${look["desk"]}`}>
        <Icon name="docs" />
        <span>{words.common.pages.api}</span>
      </a>
      <span className={look["rule"]} />
      <AccountMenu me={me} />
    </nav>
  )
}

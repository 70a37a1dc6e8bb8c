// The frame of a project's own pages: settings and people.
import { Link } from "@tanstack/react-router"
import type { ReactNode } from "react"
import { words } from "../../../words/language.ts"
import { Icon } from "../../design/marks/Icon.tsx"
import { copyPage } from "../../shell/copyPage.ts"
import { Page } from "../../shell/Page.tsx"
import { useProject } from "../../shell/useProject.ts"
import look from "./project.module.css"

const TABS = [
  { to: "/p/$slug/project/settings", page: "settings" },
  { to: "/p/$slug/project/people", page: "people" }
] as const

interface FrameProps {
  readonly page: (typeof TABS)[number]["page"]
  readonly children: ReactNode
}

/** The frame of a project's page. */
export const ProjectFrame = ({ children, page }: FrameProps) => {
  const { project } = useProject()
  return (
    <Page
      name={words.common.pages[page]}
      title={<bdi>{project.name}</bdi>}
      beside={
        <nav className={`tabs ${look["tabs"]}`} aria-label={words.project.title}>
          {TABS.map(({ page: one, to }) => (
            <Link key={to} to={to} params={{ slug: project.slug }}>
              {words.common.pages[one]}
            </Link>
          ))}
        </nav>
      }
      acts={
        <button className="btn" onClick={copyPage}>
          <Icon name="copy" size={15} /> {words.common.buttons.copyAsCurl}
        </button>
      }
    >
      <div className={look["scroll"]}>
        <main className={look["body"]}>{children}</main>
      </div>
    </Page>
  )
}

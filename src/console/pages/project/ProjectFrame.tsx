// The frame of a project's own pages: settings and people.
import { Link } from "@tanstack/react-router"
import type { ReactNode } from "react"
import { Icon } from "../../design/marks/Icon.tsx"
import { copyPage } from "../../shell/copyPage.ts"
import { Page } from "../../shell/Page.tsx"
import { useProject } from "../../shell/useProject.ts"
import look from "./project.module.css"

const TABS = [
  { to: "/p/$slug/project/settings", word: "Settings" },
  { to: "/p/$slug/project/people", word: "People" }
] as const

interface FrameProps {
  /** the name of the page */
  readonly name: (typeof TABS)[number]["word"]
  readonly children: ReactNode
}

/** The frame of a project's page. */
export const ProjectFrame = ({ children, name }: FrameProps) => {
  const { project } = useProject()
  return (
    <Page
      name={name}
      title={<bdi>{project.name}</bdi>}
      beside={
        <nav className={`tabs ${look["tabs"]}`} aria-label="Project">
          {TABS.map(({ to, word }) => (
            <Link key={to} to={to} params={{ slug: project.slug }}>
              {word}
            </Link>
          ))}
        </nav>
      }
      acts={
        <button className="btn" onClick={copyPage}>
          <Icon name="copy" size={15} /> Copy as curl
        </button>
      }
    >
      <div className={look["scroll"]}>
        <main className={look["body"]}>{children}</main>
      </div>
    </Page>
  )
}

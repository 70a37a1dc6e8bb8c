// The breadcrumb of a detail page in Operate, with the link back to its list.
import { Link } from "@tanstack/react-router"
import type { ReactNode } from "react"
import { words } from "../../../words/language.ts"
import { useProject } from "../../shell/useProject.ts"

interface CrumbProps {
  readonly list: "/p/$slug/operate/devices" | "/p/$slug/operate/sources" | "/p/$slug/operate/traces"
  readonly word: string
  readonly children: ReactNode
}

/** The breadcrumb of a detail page. */
export const Crumb = ({ children, list, word }: CrumbProps) => {
  const { project } = useProject()
  const params = { slug: project.slug }
  return (
    <>
      <Link to="/p/$slug/operate" params={params}>
        {words.operate.title}
      </Link>
      <span className="faint">/</span>
      <Link to={list} params={params}>
        {word}
      </Link>
      <span className="faint">/</span>
      {children}
    </>
  )
}

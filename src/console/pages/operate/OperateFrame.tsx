// The frame of Operate's pages: header and tabs.
import { useQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { type ReactNode, useEffect, useRef } from "react"
import { words } from "../../../words/language.ts"
import { attention } from "../../data/attention.ts"
import { around } from "../../data/session.ts"
import { Page } from "../../shell/Page.tsx"
import { useProject } from "../../shell/useProject.ts"
import look from "./frame.module.css"

interface FrameProps {
  /** the name of the page */
  readonly name: string
  /** status or buttons at the right of the header */
  readonly acts?: ReactNode
  readonly children: ReactNode
}

/** The frame of a page of Operate. */
export const OperateFrame = ({ acts, children, name }: FrameProps) => {
  const { may, project } = useProject()
  const count = useQuery({ ...attention(project.id), ...around }).data?.length ?? 0
  const params = { slug: project.slug }
  const here = { exact: true }
  const ways = useRef<HTMLElement>(null)
  // on a phone not all tabs fit: scroll to the current one
  useEffect(() => {
    ways.current?.querySelector("[aria-current]")?.scrollIntoView({ inline: "center", block: "nearest" })
  }, [])
  return (
    <Page
      title={words.operate.title}
      name={name}
      beside={
        <nav ref={ways} className={`tabs ${look["tabs"]}`} aria-label={words.operate.title}>
          <Link to="/p/$slug/operate" params={params} activeOptions={here}>
            {words.operate.tabs.attention}
            {count > 0 && <span>{count}</span>}
          </Link>
          <Link to="/p/$slug/operate/health" params={params}>
            {words.operate.tabs.health}
          </Link>
          {may("traces:read") && (
            <>
              <Link to="/p/$slug/operate/traffic" params={params}>
                {words.operate.tabs.traffic}
              </Link>
              <Link to="/p/$slug/operate/traces" params={params}>
                {words.operate.tabs.traces}
              </Link>
            </>
          )}
          <Link to="/p/$slug/operate/sources" params={params}>
            {words.operate.tabs.sources}
          </Link>
          <Link to="/p/$slug/operate/devices" params={params}>
            {words.operate.tabs.devices}
          </Link>
          <Link to="/p/$slug/operate/identities" params={params}>
            {words.operate.tabs.identities}
          </Link>
          <Link to="/p/$slug/operate/metrics" params={params}>
            {words.operate.tabs.metrics}
          </Link>
        </nav>
      }
      acts={acts}
    >
      {children}
    </Page>
  )
}

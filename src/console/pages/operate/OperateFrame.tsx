// The frame of Operate's pages: header and tabs.
import { useQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { type ReactNode, useEffect, useRef } from "react"
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
      title="Operate"
      name={name}
      beside={
        <nav ref={ways} className={`tabs ${look["tabs"]}`} aria-label="Operate">
          <Link to="/p/$slug/operate" params={params} activeOptions={here}>
            Needs attention{count > 0 && <span>{count}</span>}
          </Link>
          <Link to="/p/$slug/operate/health" params={params}>
            Health
          </Link>
          {may("traces:read") && (
            <>
              <Link to="/p/$slug/operate/traffic" params={params}>
                Traffic
              </Link>
              <Link to="/p/$slug/operate/traces" params={params}>
                Traces
              </Link>
            </>
          )}
          <Link to="/p/$slug/operate/sources" params={params}>
            Sources
          </Link>
          <Link to="/p/$slug/operate/devices" params={params}>
            Devices
          </Link>
          <Link to="/p/$slug/operate/identities" params={params}>
            Unknown identities
          </Link>
          <Link to="/p/$slug/operate/metrics" params={params}>
            Metrics
          </Link>
        </nav>
      }
      acts={acts}
    >
      {children}
    </Page>
  )
}

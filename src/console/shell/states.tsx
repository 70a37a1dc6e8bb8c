// What a page shows instead of its content: empty, not allowed, error, loading. Each says why, and what to do
// about it.
import type { ReactNode } from "react"
import { words } from "../../words/language.ts"
import { Refused, sentenceOf } from "../data/api/Refused.ts"
import { Parts } from "../design/Parts.tsx"
import { Icon } from "../design/marks/Icon.tsx"
import type { IconName } from "../design/marks/icons.ts"
import { copyText } from "./clipboard.ts"
import { usePageTitle } from "../documentTitle.ts"
import look from "./states.module.css"

interface StateProps {
  readonly icon: IconName
  readonly title: string
  /** it fills the page, and its title is the page's */
  readonly whole?: boolean
  readonly children?: ReactNode
}

/** A message in the middle of a pane, with what can be done. */
export const State = ({ whole = false, ...props }: StateProps) =>
  whole ? <Whole {...props} /> : <Part {...props} heading={<h2>{props.title}</h2>} />

const Whole = (props: Omit<StateProps, "whole">) => {
  usePageTitle(props.title.replace(/\.$/, ""))
  return <Part {...props} heading={<h1>{props.title}</h1>} />
}

const Part = ({
  children,
  heading,
  icon
}: Pick<StateProps, "children" | "icon"> & { readonly heading: ReactNode }) => (
  <div className={look["state"]}>
    <Icon name={icon} size={26} />
    {heading}
    {children}
  </div>
)

/** Widths of placeholder lines, percent. */
const LINES = [62, 48, 54, 42, 50]

/** The placeholder of content that is loading; appears after a short delay. */
export const Waiting = ({ what }: { readonly what: string }) => (
  <div className={look["waiting"]} role="status">
    <span className="hidden">{words.common.loading({ what })}</span>
    {LINES.map((wide) => (
      <span key={wide} className={look["line"]} aria-hidden="true">
        <i style={{ width: `${wide}%` }} />
        <i />
      </span>
    ))}
  </div>
)

/**
 * Copies a request for access. The console does not know how to reach these people, so it only offers the
 * text.
 */
const Ask = ({ permission, who }: { readonly permission: string; readonly who: string }) => (
  <button
    className="btn"
    onClick={() =>
      copyText(
        words.common.denied.request({ permission, address: location.href }),
        words.common.denied.requestCopied({ name: who })
      )
    }
  >
    <Icon name="copy" size={14} />
    <span>
      <Parts of={words.common.denied.ask<ReactNode>({ name: <bdi>{who}</bdi> })} />
    </span>
  </button>
)

const Denied = ({ error, whole }: { readonly error: Refused; readonly whole: boolean }) => {
  const { granted_by: helpers = [], permission } = error.problem
  return (
    <State icon="key" title={words.common.denied.title} whole={whole}>
      <p>
        {permission === undefined ? (
          sentenceOf(error)
        ) : (
          <Parts
            of={words.common.denied.needsPermission<ReactNode>({
              permission: (
                <code className={look["key"]} data-lacks={permission}>
                  {permission}
                </code>
              )
            })}
          />
        )}
      </p>
      {helpers.length > 0 && <p>{words.common.denied.givenBy({ names: helpers })}</p>}
      {permission !== undefined && helpers[0] !== undefined && (
        <Ask who={helpers[0]} permission={permission} />
      )}
    </State>
  )
}

interface TroubleProps {
  readonly error: unknown
  /** retries */
  readonly again?: () => void
  readonly whole?: boolean
  /** a possible reason, and links */
  readonly children?: ReactNode
}

/** The message of a failed request. */
export const Trouble = ({ again, children, error, whole = false }: TroubleProps) => {
  if (error instanceof Refused && error.status === 403) return <Denied error={error} whole={whole} />
  const id = error instanceof Refused ? error.problem.request_id : undefined
  return (
    <State
      icon={error instanceof Refused && error.status === 0 ? "plug" : "operate"}
      title={
        error instanceof Refused && error.status === 404
          ? words.common.failed.notFound
          : words.common.failed.title
      }
      whole={whole}
    >
      <p>{sentenceOf(error)}</p>
      {children}
      {id !== undefined && <p className="code">{words.common.failed.request({ id })}</p>}
      {again !== undefined && (
        <button className="btn" onClick={again}>
          {words.common.tryAgain}
        </button>
      )}
    </State>
  )
}

/** A page that could not load any of its content. */
export const TroubledPage = (trouble: Omit<TroubleProps, "whole">) => (
  <main className={look["page"]}>
    <Trouble {...trouble} whole />
  </main>
)

/** StatePage is a page with only a message and what can be done. */
export const StatePage = (state: Omit<StateProps, "whole">) => (
  <main className={look["page"]}>
    <State {...state} whole />
  </main>
)

/** The page for an unknown address. */
export const Missing = () => (
  <StatePage icon="search" title={words.common.noPage.title}>
    <a className="link" href="/">
      {words.common.noPage.toMap}
    </a>
  </StatePage>
)

/** The page for an unexpected error. */
export const Troubled = ({ error }: { readonly error: unknown }) => (
  <TroubledPage error={error} again={() => location.reload()} />
)

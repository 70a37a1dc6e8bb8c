// The panel over the map during drawing, import or report: at the left on desktops, at the bottom on phones.
import { type ReactNode, useEffect, useRef } from "react"
import { words } from "../../../words/language.ts"
import { Icon } from "../../design/marks/Icon.tsx"
import { useKeys } from "../../shell/useKeys.ts"
import look from "./panel.module.css"

interface PanelProps {
  readonly title: string
  readonly beside?: ReactNode
  readonly children: ReactNode
  readonly onClose: () => void
}

/** Panel is the panel over the map. */
export const Panel = ({ beside, children, onClose, title }: PanelProps) => {
  const head = useRef<HTMLHeadingElement>(null)
  // the focus moves here, for users who opened it by a key
  useEffect(() => head.current?.focus(), [])
  useKeys({ Escape: onClose })
  return (
    <section className={`card ${look["panel"]}`} aria-label={title} data-panel>
      <header className={look["head"]}>
        <h2 ref={head} tabIndex={-1}>
          <bdi>{title}</bdi>
        </h2>
        {beside}
        <button aria-label={words.areas.close} onClick={onClose}>
          <Icon name="x" size={15} />
        </button>
      </header>
      <div className={look["body"]}>{children}</div>
    </section>
  )
}

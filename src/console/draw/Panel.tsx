// The card that lies on the map while something is drawn, imported or reported: on desks at its left, on phones
// at the bottom.
import { type ReactNode, useEffect, useRef } from "react"
import { Icon } from "../look/Icon.tsx"
import { useKeys } from "../shell/useKeys.ts"
import look from "./panel.module.css"

interface PanelProps {
  readonly title: string
  readonly beside?: ReactNode
  readonly children: ReactNode
  readonly onClose: () => void
}

export const Panel = ({ beside, children, onClose, title }: PanelProps) => {
  const head = useRef<HTMLHeadingElement>(null)
  // who opened it by a key goes on with the keyboard from here
  useEffect(() => head.current?.focus(), [])
  useKeys({ Escape: onClose })
  return (
    <section className={`card ${look["panel"]}`} aria-label={title} data-panel>
      <header className={look["head"]}>
        <h2 ref={head} tabIndex={-1}>
          <bdi>{title}</bdi>
        </h2>
        {beside}
        <button aria-label="Close" onClick={onClose}>
          <Icon name="x" size={15} />
        </button>
      </header>
      <div className={look["body"]}>{children}</div>
    </section>
  )
}

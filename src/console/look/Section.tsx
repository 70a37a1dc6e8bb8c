// A panel of a page that is read from top to bottom: what it is about, in a few words more, and what it holds.
import { type ReactNode, useId } from "react"
import look from "./section.module.css"

interface SectionProps {
  readonly title: string
  readonly about?: ReactNode
  readonly acts?: ReactNode
  readonly children: ReactNode
}

export const Section = ({ about, acts, children, title }: SectionProps) => {
  const id = useId()
  return (
    <section className={`panel ${look["section"]}`} aria-labelledby={id}>
      <header className={look["head"]}>
        <h2 id={id}>{title}</h2>
        {about !== undefined && <p className="soft">{about}</p>}
        {acts !== undefined && <div className={look["acts"]}>{acts}</div>}
      </header>
      {children}
    </section>
  )
}

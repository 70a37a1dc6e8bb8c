// A panel of a page, with a title, a short explanation and content.
import { type ReactNode, useId } from "react"
import look from "./section.module.css"

interface SectionProps {
  readonly title: string
  readonly about?: ReactNode
  readonly acts?: ReactNode
  readonly children: ReactNode
}

/** Section is a titled panel. */
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

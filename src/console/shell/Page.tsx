// The frame of a page that is no map: a head with a title and what can be done, and the content below.
import type { ReactNode } from "react"
import look from "./page.module.css"

interface PageProps {
  readonly title: ReactNode
  readonly beside?: ReactNode
  readonly acts?: ReactNode
  /** above all of it */
  readonly said?: ReactNode
  readonly children: ReactNode
}

export const Page = ({ acts, beside, children, said, title }: PageProps) => (
  <div className={look["page"]}>
    <header className={look["head"]}>
      <h1>{title}</h1>
      {beside}
      <div className={look["acts"]}>{acts}</div>
    </header>
    <div>{said}</div>
    {children}
  </div>
)

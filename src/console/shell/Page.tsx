// The frame of a page that is no map: a head with a title and what can be done, and the content below.
import type { ReactNode } from "react"
import { Lost } from "../time/Lost.tsx"
import { usePageTitle } from "../documentTitle.ts"
import look from "./page.module.css"

/** `name`: what the tab of the browser is called, where the head says more than words. */
type Titled =
  | { readonly title: string; readonly name?: string }
  | { readonly title: ReactNode; readonly name: string }

type PageProps = Titled & {
  readonly beside?: ReactNode
  readonly acts?: ReactNode
  /** above all of it; where it says nothing, that the server is not there, if it is not */
  readonly said?: ReactNode
  readonly children: ReactNode
}

export const Page = ({ acts, beside, children, name, said, title }: PageProps) => {
  usePageTitle(name ?? (typeof title === "string" ? title : ""))
  return (
    <div className={look["page"]}>
      <header className={look["head"]}>
        <h1>{title}</h1>
        {beside}
        <div className={look["acts"]}>{acts}</div>
      </header>
      <div>{said === undefined || said === false ? <Lost /> : said}</div>
      {children}
    </div>
  )
}

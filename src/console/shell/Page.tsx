// The frame of a page without a map: a header with title and buttons, and the content below.
import type { ReactNode } from "react"
import { Lost } from "../time/Lost.tsx"
import { usePageTitle } from "../documentTitle.ts"
import look from "./page.module.css"

/** `name`: the title of the browser's tab, where the page's title is not plain text. */
type Titled =
  | { readonly title: string; readonly name?: string }
  | { readonly title: ReactNode; readonly name: string }

type PageProps = Titled & {
  readonly beside?: ReactNode
  readonly acts?: ReactNode
  /** shown above everything; absent: a message if the server is unreachable */
  readonly said?: ReactNode
  readonly children: ReactNode
}

/** The frame of a page. */
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

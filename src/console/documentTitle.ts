// The title of the browser's tab: `(3) Alerts · Hill farm · Pugmark`. Each part is said by what is on screen,
// and goes with it.
import { useEffect } from "react"

const parts = { open: 0, page: "", project: "" }

const show = (): void => {
  const { open, page, project } = parts
  const words = [page, project, "Pugmark"].filter((word) => word !== "").join(" · ")
  document.title = open > 0 ? `(${open}) ${words}` : words
}

const usePart = <Part extends keyof typeof parts>(
  part: Part,
  value: (typeof parts)[Part],
  none: (typeof parts)[Part]
): void =>
  useEffect(() => {
    parts[part] = value
    show()
    return () => {
      parts[part] = none
      show()
    }
  }, [part, value, none])

/** The page that is shown; an empty text: no name is known yet. */
export const usePageTitle = (page: string): void => usePart("page", page, "")

/** The project whose pages are shown. */
export const useProjectTitle = (project: string): void => usePart("project", project, "")

/** How many alerts of the project are open. */
export const useOpenTitle = (open: number): void => usePart("open", open, 0)

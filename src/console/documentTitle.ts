// The title of the browser's tab: `(3) Alerts · Hill farm · Pugmark`. Each part is set by a mounted component and
// cleared when that unmounts.
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

/** Sets the name of the page in the title; an empty text while the name is unknown. */
export const usePageTitle = (page: string): void => usePart("page", page, "")

/** Sets the name of the project in the title. */
export const useProjectTitle = (project: string): void => usePart("project", project, "")

/** Sets the number of open alerts of the project in the title. */
export const useOpenTitle = (open: number): void => usePart("open", open, 0)

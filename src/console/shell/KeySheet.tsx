// The list of keyboard shortcuts, on `?`; also handles the shortcuts that work on every page.
import { useNavigate } from "@tanstack/react-router"
import { lazy, Suspense, useRef, useState } from "react"
import { loadWords, words } from "../../words/language.ts"
import { Icon } from "../design/marks/Icon.tsx"
import { useModal } from "../design/useModal.ts"
import { openPalette } from "./palette/palette.ts"
import { copyLink, copyPage } from "./copyPage.ts"
import look from "./keySheet.module.css"
import { useKeys } from "./useKeys.ts"
import { useProject } from "./useProject.ts"

const KeyList = lazy(async () => {
  const [module] = await Promise.all([import("./KeyList.tsx"), loadWords("keys")])
  return { default: module.KeyList }
})

/** SEQUENCE_TIMEOUT_MS is the longest time between the two keys of a `g` shortcut. */
const SEQUENCE_TIMEOUT_MS = 1500

const WAYS = {
  l: "/p/$slug/live",
  a: "/p/$slug/alerts",
  r: "/p/$slug/rules",
  s: "/p/$slug/analyses",
  m: "/p/$slug/animals",
  o: "/p/$slug/operate"
} as const
const isWay = (key: string): key is keyof typeof WAYS => key in WAYS

/** The dialog of keyboard shortcuts. */
export const KeySheet = () => {
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  const dialog = useModal(isOpen, close)
  const wentAt = useRef(-Infinity)
  const { project } = useProject()
  const navigate = useNavigate()
  const way = (event: KeyboardEvent) => {
    const key = event.key.toLowerCase()
    if (performance.now() - wentAt.current > SEQUENCE_TIMEOUT_MS || !isWay(key)) return
    wentAt.current = -Infinity
    event.stopImmediatePropagation()
    void navigate({ to: WAYS[key], params: { slug: project.slug } })
  }
  useKeys({
    "?": () => setOpen(true),
    "/": (event) => {
      event.preventDefault()
      openPalette()
    },
    g: () => {
      wentAt.current = performance.now()
    },
    y: copyLink,
    Y: copyPage,
    l: way,
    a: way,
    r: way,
    s: way,
    m: way,
    o: way
  })
  return (
    <dialog {...dialog} className={look["sheet"]} aria-labelledby="keys">
      <header className={look["head"]}>
        <h2 id="keys">{words.common.shell.keys}</h2>
        <span className="faint">{words.common.shell.sameKeys}</span>
        <form method="dialog">
          <button className="btn icon" aria-label={words.common.buttons.close}>
            <Icon name="x" size={16} />
          </button>
        </form>
      </header>
      {isOpen && (
        <Suspense>
          <KeyList onClose={close} />
        </Suspense>
      )}
    </dialog>
  )
}

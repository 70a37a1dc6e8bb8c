// The list of keyboard shortcuts, on `?`; also handles the shortcuts that work on every page.
import { Link, useNavigate } from "@tanstack/react-router"
import { useRef } from "react"
import { Icon } from "../design/marks/Icon.tsx"
import { Key } from "../design/marks/Key.tsx"
import { openPalette } from "./palette/palette.ts"
import { copyLink, copyPage } from "./copyPage.ts"
import { sheet } from "./keys.ts"
import look from "./keySheet.module.css"
import { useKeys } from "./useKeys.ts"
import { useProject } from "./useProject.ts"

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
  const dialog = useRef<HTMLDialogElement>(null)
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
    "?": () => dialog.current?.showModal(),
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
    <dialog ref={dialog} className={look["sheet"]} aria-labelledby="keys">
      <header className={look["head"]}>
        <h2 id="keys">Keys</h2>
        <span className="faint">the same on every page</span>
        <form method="dialog">
          <button className="btn icon" aria-label="Close">
            <Icon name="x" size={16} />
          </button>
        </form>
      </header>
      <div className={look["columns"]}>
        {sheet.map(([place, rows]) => (
          <section key={place}>
            <h3>{place}</h3>
            <dl>
              {rows.map(({ does, keys }) => (
                <div key={does}>
                  <dt>
                    {keys.map((key) => (
                      <Key key={key} of={key} />
                    ))}
                  </dt>
                  <dd>{does}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
      <footer className={look["foot"]}>
        <span>
          Single letters are off while you type, and can be switched off for good in{" "}
          <Link className="link" to="/account" onClick={() => dialog.current?.close()}>
            Your account
          </Link>
        </span>
      </footer>
    </dialog>
  )
}

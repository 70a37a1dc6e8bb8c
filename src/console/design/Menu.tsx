// Menu is a button that opens a list of further actions.
import { type ReactNode, useId, useRef } from "react"
import { Icon } from "./marks/Icon.tsx"
import look from "./kit.module.css"

interface MenuProps {
  /** the accessible name */
  readonly label: string
  /** links and buttons; a click on one closes the menu */
  readonly children: ReactNode
}

/** Distance between the button and the menu, and between the menu and the edge of the window. */
const APART_PX = 4

/** Menu opens its children as a popover beside its button. */
export const Menu = ({ children, label }: MenuProps) => {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const menu = useRef<HTMLDivElement>(null)
  const place = () => {
    if (button.current === null || menu.current === null) return
    const { bottom, right, top } = button.current.getBoundingClientRect()
    const height = menu.current.offsetHeight
    const below = bottom + APART_PX
    const isAbove = below + height > innerHeight
    menu.current.style.setProperty(
      "--top",
      `${isAbove ? Math.max(APART_PX, top - height - APART_PX) : below}px`
    )
    menu.current.style.setProperty("--right", `${innerWidth - right}px`)
  }
  return (
    <>
      <button ref={button} className="btn small icon" popoverTarget={id} aria-label={label}>
        <Icon name="more" size={16} />
      </button>
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions */}
      <div
        id={id}
        ref={menu}
        popover="auto"
        className={look["menu"]}
        onToggle={({ newState }) => {
          if (newState === "open") place()
        }}
        onClick={() => menu.current?.hidePopover()}
      >
        {children}
      </div>
    </>
  )
}

// ⌘S and ⌘↵, or with Ctrl, also from within a field.
import { useEffect, useRef } from "react"

interface Commands {
  readonly save: () => void
  readonly enable: () => void
}

/** useCommands binds the keyboard commands of the rule page. */
export const useCommands = (commands: Commands): void => {
  const bound = useRef(commands)
  useEffect(() => {
    bound.current = commands
  })
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.repeat) return
      if (document.querySelector("dialog[open]") !== null) return
      const act =
        event.key.toLowerCase() === "s"
          ? bound.current.save
          : event.key === "Enter"
            ? bound.current.enable
            : undefined
      if (act === undefined) return
      event.preventDefault()
      act()
    }
    addEventListener("keydown", press, { capture: true })
    return () => removeEventListener("keydown", press, { capture: true })
  }, [])
}

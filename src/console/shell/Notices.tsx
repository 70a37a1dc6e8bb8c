import { words } from "../../words/language.ts"
import { useSyncExternalStore } from "react"
import { Icon } from "../design/marks/Icon.tsx"
import { useUnsentSteps } from "../data/alerts/useAlerts.ts"
import look from "./notices.module.css"
import { useKeys } from "./useKeys.ts"
import { close, hold, readToast, release, watchToast } from "./toasts.ts"

/** The toast at the bottom of the page; screen readers announce it without moving the focus. */
export const Notices = () => {
  const notice = useSyncExternalStore(watchToast, readToast)
  const waiting = useUnsentSteps()
  const undo = () => {
    close() // first, because undoing may show its own toast
    notice?.undo?.()
  }
  useKeys({
    z: () => {
      if (notice?.undo != null) undo()
    }
  })
  return (
    <output className={look["place"]} aria-live="polite">
      {waiting > 0 && (
        <p className={`card ${look["notice"]} ${look["waiting"]}`}>
          <Icon name="plug" size={16} />
          <span className="num">{words.common.shell.unsent({ count: waiting })}</span>
        </p>
      )}
      {notice !== null && (
        <div
          key={notice.id}
          className={`card ${look["notice"]}`}
          data-tone={notice.tone}
          onPointerEnter={hold}
          onPointerLeave={release}
          onFocus={hold}
          onBlur={release}
        >
          <Icon name={notice.tone === "good" ? "check" : "x"} size={16} />
          <span>{notice.text}</span>
          {notice.undo !== null && (
            <button className="btn small" onClick={undo}>
              {words.common.buttons.undo} <kbd>Z</kbd>
            </button>
          )}
          <button aria-label={words.common.buttons.close} onClick={close}>
            <Icon name="x" size={15} />
          </button>
        </div>
      )}
    </output>
  )
}

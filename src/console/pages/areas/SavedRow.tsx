// Says that an area was saved, with the undo, for half a minute.
import { useSyncExternalStore } from "react"
import { words } from "../../../words/language.ts"
import { Icon } from "../../design/marks/Icon.tsx"
import { useKeys } from "../../shell/useKeys.ts"
import { readSaved, watchSaved } from "./savedArea.ts"
import look from "./saved.module.css"

/** SavedRow is shown while saving the area can be undone. */
export const SavedRow = ({ id }: { readonly id: string }) => {
  const saved = useSyncExternalStore(watchSaved, readSaved)
  const isShown = saved?.id === id
  useKeys(isShown ? { z: saved.undo } : {})
  return (
    <output className={look["saved"]} data-shown={isShown}>
      {isShown && (
        <>
          <Icon name="check" size={16} />
          <span>
            <b>{words.area.saved.title}</b> {words.area.saved.hint}
          </span>
          <button className="btn small" onClick={saved.undo}>
            {words.common.buttons.undo} <kbd>Z</kbd>
          </button>
        </>
      )}
    </output>
  )
}

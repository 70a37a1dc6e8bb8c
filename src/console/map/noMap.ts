// The text in place of a map that cannot be drawn: the browser has no WebGL, or the map's code could not be
// loaded.
import { words } from "../../words/language.ts"
import look from "./noMap.module.css"

/** Writes the text into the map's element, which React does not control. */
export const sayNoMap = (container: HTMLElement): void => {
  const message = document.createElement("p")
  message.className = look["said"] ?? ""
  message.setAttribute("role", "alert")
  message.textContent = words.common.map.cannotDraw
  container.replaceChildren(message)
}

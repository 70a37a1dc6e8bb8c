// The text in place of a map that cannot be drawn: the browser has no WebGL, or the map's code could not be
// loaded.
import look from "./noMap.module.css"

/** Writes the text into the map's element, which React does not control. */
export const sayNoMap = (container: HTMLElement): void => {
  const said = document.createElement("p")
  said.className = look["said"] ?? ""
  said.setAttribute("role", "alert")
  said.textContent =
    "The map cannot be drawn: this browser offers no WebGL, or the server could not be reached. Lists work as ever."
  container.replaceChildren(said)
}

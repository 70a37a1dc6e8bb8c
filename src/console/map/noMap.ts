// Where no map can be drawn: the browser has no WebGL, or the map's own file is not to be had.
import look from "./noMap.module.css"

/** Says so in the map's place, which is not React's. */
export const sayNoMap = (container: HTMLElement): void => {
  const said = document.createElement("p")
  said.className = look["said"] ?? ""
  said.setAttribute("role", "alert")
  said.textContent =
    "The map cannot be drawn: this browser offers no WebGL, or the server could not be reached. Lists work as ever."
  container.replaceChildren(said)
}

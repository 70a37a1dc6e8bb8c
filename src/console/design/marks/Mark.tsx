// A subject as the map draws it: a drop along its heading, round when standing, hollow when silent, square for a
// vehicle, with a dot for a person.
import { markOf } from "../../map/markers.ts"
import look from "./mark.module.css"

interface MarkProps {
  readonly entityType: string | null
  /** degrees from north; null: standing or unknown */
  readonly heading: number | null
  readonly silent: boolean
}

/** Mark draws a subject as on the map. */
export const Mark = ({ entityType, heading, silent }: MarkProps) => {
  const name = markOf(entityType, heading !== null, silent)
  const [kind] = name.split(" ")
  return (
    <svg
      viewBox="0 0 16 16"
      width="16"
      height="16"
      aria-hidden="true"
      className={look["mark"]}
      data-kind={kind}
    >
      {name === "vehicle" ? (
        <rect x="3.4" y="3.4" width="9.2" height="9.2" rx="1.6" />
      ) : name.endsWith("moving") ? (
        <path d="M8 1.2 11.2 5.6A4.6 4.6 0 1 1 4.8 5.6Z" transform={`rotate(${heading ?? 0} 8 8.6)`} />
      ) : (
        <circle cx="8" cy="8" r="4.6" />
      )}
      {name === "person" && <circle cx="8" cy="8" r="1.6" className={look["dot"]} />}
    </svg>
  )
}

import { Icon } from "../look/Icon.tsx"
import look from "./arrived.module.css"
import type { Still } from "./useStill.ts"

/** How many wait above a list that stands still, and the way to let them in. */
export const Arrived = ({ arrived, show }: Pick<Still, "arrived" | "show">) => {
  if (arrived.length === 0) return null
  const grave = arrived.filter(({ severity }) => severity === "critical").length
  return (
    <button className={`num ${look["pill"]}`} onClick={show}>
      <Icon name="up" size={13} />
      {arrived.length} new{grave > 0 && `, ${grave} critical`} <kbd>.</kbd>
    </button>
  )
}

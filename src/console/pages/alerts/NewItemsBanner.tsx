import { words } from "../../../words/language.ts"
import { Icon } from "../../design/marks/Icon.tsx"
import look from "./arrived.module.css"
import type { FrozenList } from "./useFrozenList.ts"

/** NewItemsBanner shows the number of new alerts above a frozen list, and a button that inserts them. */
export const NewItemsBanner = ({ arrived, show }: Pick<FrozenList, "arrived" | "show">) => {
  if (arrived.length === 0) return null
  const critical = arrived.filter(({ severity }) => severity === "critical").length
  return (
    <button className={`num ${look["pill"]}`} onClick={show}>
      <Icon name="up" size={13} />
      {words.alerts.arrived({ count: arrived.length, critical })} <kbd>.</kbd>
    </button>
  )
}

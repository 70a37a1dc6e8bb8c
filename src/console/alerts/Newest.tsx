import { numberText } from "../look/numbers.ts"
import { type AlertList, type AlertStatus, countOf } from "../queries/alerts.ts"
import { Waiting } from "../shell/states.tsx"
import look from "./newest.module.css"
import { useCounted } from "./useCounted.ts"

interface NewestProps {
  /** undefined: not read yet */
  readonly of: AlertList | undefined
  readonly status: AlertStatus
  /** by more than its status */
  readonly isNarrowed: boolean
}

/** Of a list that was cut, how much of it is here; where nothing is, more is on its way. */
export const Newest = ({ isNarrowed, of, status }: NewestProps) => {
  const counted = useCounted(of, status, isNarrowed)
  if (of?.isCut !== true) return null
  if (of.items.length === 0) return <Waiting what="alerts" />
  const some = numberText(of.items.length)
  return (
    <p className={`num ${look["newest"]}`}>
      {counted === undefined
        ? `The newest ${some} that are ${status}; there are more.`
        : `The newest ${some} of ${numberText(countOf(of, counted))} that are ${status}.`}
    </p>
  )
}

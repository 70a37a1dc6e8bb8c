// The quality of the fix that triggered an event: accuracy, satellites, and the step to it.
import { farText } from "../alerts/call/callOrder.ts"
import { numberText } from "../../design/numbers.ts"
import type { Evidence } from "../../data/evidence.ts"
import { lasting } from "../../time/zoneTime.ts"
import look from "./why.module.css"

type Fix = NonNullable<Evidence["fix"]>

const Fact = ({ of, value }: { readonly of: string; readonly value: string }) => (
  <div>
    <dt>{of}</dt>
    <dd className="mono num">{value}</dd>
  </div>
)

/** TheFix shows the quality of the deciding fix. */
export const FixQuality = ({ of: { accuracy_m: accuracy, satellites, step } }: { readonly of: Fix }) =>
  accuracy === null && satellites === null && step === null ? null : (
    <dl className={look["fix"]} aria-label="The fix that decided">
      {accuracy !== null && <Fact of="Accuracy of the fix" value={`${numberText(Math.round(accuracy))} m`} />}
      {satellites !== null && <Fact of="Satellites" value={String(satellites)} />}
      {step !== null && (
        <Fact
          of="From the fix before"
          value={`${farText(step.distance_m)} in ${lasting(step.seconds)}, ${numberText(step.speed_kmh)} km/h`}
        />
      )}
    </dl>
  )

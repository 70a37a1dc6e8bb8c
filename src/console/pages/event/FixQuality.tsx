// The quality of the fix that triggered an event: accuracy, satellites, and the step to it.
import { words } from "../../../words/language.ts"
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

/** FixQuality shows the quality of the deciding fix. */
export const FixQuality = ({ of: { accuracy_m: accuracy, satellites, step } }: { readonly of: Fix }) =>
  accuracy === null && satellites === null && step === null ? null : (
    <dl className={look["fix"]} aria-label={words.event.why.fix}>
      {accuracy !== null && (
        <Fact of={words.event.why.accuracy} value={`${numberText(Math.round(accuracy))} m`} />
      )}
      {satellites !== null && <Fact of={words.event.why.satellites} value={String(satellites)} />}
      {step !== null && (
        <Fact
          of={words.event.why.fromFixBefore}
          value={words.event.why.step({
            distance: farText(step.distance_m),
            time: lasting(step.seconds),
            speed: numberText(step.speed_kmh)
          })}
        />
      )}
    </dl>
  )

// Caveats of a test: how far it ran, what is not drawn, warnings.
import type { TestResult } from "../../../data/ruleTests.ts"
import { useProject } from "../../../shell/useProject.ts"
import { inZone } from "../../../time/zoneTime.ts"
import { cutWords } from "../words.ts"
import look from "../bench.module.css"

const BY: Readonly<Record<NonNullable<TestResult["truncated_by"]>, string>> = {
  rows: "It stopped at 50,000 rows",
  events: "It stopped at 500 events",
  steps: "It stopped at 5,000 ticks of the schedule"
}

/** Remarks lists the caveats of a test. */
export const Remarks = ({
  of,
  trouble
}: {
  readonly of: TestResult | null
  readonly trouble: string | null
}) => {
  const { zone } = useProject()
  const remarks = [
    ...(trouble === null ? [] : [trouble]),
    ...(of?.truncated_by == null
      ? []
      : [
          `${BY[of.truncated_by]}: judged up to ${inZone(of.covered_to, zone, "full")}. Choose a shorter time.`
        ]),
    ...(of?.evaluation_cut_by ?? []).map(cutWords),
    ...(of?.warnings ?? []).map(({ detail }) => `${detail.charAt(0).toUpperCase()}${detail.slice(1)}.`)
  ]
  if (remarks.length === 0) return null
  return (
    <ul className={look["remarks"]} aria-label="To know about this test">
      {remarks.map((remark) => (
        <li key={remark}>{remark}</li>
      ))}
    </ul>
  )
}

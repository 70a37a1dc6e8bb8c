// Caveats of a test: how far it ran, what is not drawn, warnings.
import { words } from "../../../../words/language.ts"
import type { TestResult } from "../../../data/ruleTests.ts"
import { useProject } from "../../../shell/useProject.ts"
import { inZone } from "../../../time/zoneTime.ts"
import { choicesOf } from "../choicesOf.ts"
import look from "../bench.module.css"

/** Returns why a drawing is incomplete. */
const cutText = (cut: string): string =>
  choicesOf<string>(words.backtest.remarks.cuts).find(([one]) => one === cut)?.[1] ?? cut

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
          words.backtest.remarks.stopped({
            by: of.truncated_by,
            until: inZone(of.covered_to, zone, "full")
          })
        ]),
    ...(of?.evaluation_cut_by ?? []).map(cutText),
    ...(of?.warnings ?? []).map(({ detail }) => `${detail.charAt(0).toUpperCase()}${detail.slice(1)}.`)
  ]
  if (remarks.length === 0) return null
  return (
    <ul className={look["remarks"]} aria-label={words.backtest.remarks.label}>
      {remarks.map((remark) => (
        <li key={remark}>{remark}</li>
      ))}
    </ul>
  )
}

// The result of a completed run: warnings and method, then map, tables and charts.
import { useMemo } from "react"
import type { ResultDocument } from "../../../../domain/analysis/Result.ts"
import { tableOf } from "../../../../domain/analysis/compare/tableOf.ts"
import { words } from "../../../../words/language.ts"
import { Main, Row, Stack } from "../../../design/kit.tsx"
import { Empty } from "../../../design/States.tsx"
import { Segments } from "../../../design/form/Segments.tsx"
import type { Run } from "../../../data/analyses.ts"
import { GrazingResult } from "./GrazingResult.tsx"
import { MovementResult } from "./MovementResult.tsx"
import { ResultActs } from "./ResultActs.tsx"
import { MethodLine, Warnings } from "./Said.tsx"
import { labelled, rowsOf } from "./document.ts"
import look from "./result.module.css"
import { type Shown, useShown } from "./useShown.ts"

/** Returns the id that is selected at first: the first subject with a value. */
const firstOf = (document: ResultDocument): string | null => {
  const id = document.module === "grazing" ? "area_id" : "subject_id"
  const table = tableOf(document, document.module === "grazing" ? "areas" : "summary")
  const found = rowsOf(table, "main", [id])
    .find(({ of }) => of(id) !== null && of("fixes") !== 0)
    ?.of(id)
  return typeof found === "string" ? found : null
}

const PeriodChoice = ({ document, shown }: { readonly document: ResultDocument; readonly shown: Shown }) =>
  document.periods.length < 2 ? null : (
    <Row>
      <Segments
        label={words.results.period.label}
        all={false}
        of={[
          ["main", words.results.period.main],
          ["comparison", words.results.period.comparison]
        ]}
        value={shown.period}
        onChoose={(period) => shown.onPeriod(period ?? "main")}
      />
    </Row>
  )

const Result = ({ document, run }: { readonly document: ResultDocument; readonly run: Run }) => {
  const shown = useShown(document, firstOf(document))
  return (
    <Main>
      <Stack gap={6}>
        <div className={look["lines"]}>
          <MethodLine document={document} run={run} />
          <ResultActs document={document} run={run} />
        </div>
        <Warnings document={document} />
        <PeriodChoice document={document} shown={shown} />
        {document.module === "grazing" ? (
          <GrazingResult document={document} shown={shown} />
        ) : (
          <MovementResult document={document} shown={shown} />
        )}
      </Stack>
    </Main>
  )
}

/** ResultPage is the part of a run's page below its head. */
export const ResultPage = ({ run }: { readonly run: Run }) => {
  const document = useMemo(() => (run.result === null ? null : labelled(run.result)), [run.result])
  return document === null ? (
    <Main>
      <Empty icon="analyses" title={words.results.gone} />
    </Main>
  ) : (
    <Result document={document} run={run} />
  )
}

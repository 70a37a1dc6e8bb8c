// Exports of a result: report, tables and shapes as files, method text; and the link to a comparison.
import { Link } from "@tanstack/react-router"
import type { ResultDocument } from "../../../../domain/analysis/Result.ts"
import { words } from "../../../../words/language.ts"
import { Row, Text } from "../../../design/kit.tsx"
import { Icon } from "../../../design/marks/Icon.tsx"
import type { Run } from "../../../data/analyses.ts"
import { useProject } from "../../../shell/useProject.ts"
import { copyMethod } from "./Said.tsx"

/** Downloads: the part, its format, the key of its label. */
const parts = [
  ["document", "html", "report"],
  ["summary", "csv", "figuresCsv"],
  ["summary", "xlsx", "figuresExcel"],
  ["comparison", "csv", "comparisonCsv"],
  ["areas", "csv", "areasCsv"],
  ["timeline", "csv", "dailyCsv"],
  ["geometries", "geojson", "shapes"],
  ["document", "xlsx", "allExcel"],
  ["document", "json", "allJson"]
] as const

const has = ({ geometries, tables }: ResultDocument, part: (typeof parts)[number][0]): boolean =>
  part === "document" ||
  (part === "geometries"
    ? Object.values(geometries).some((count) => count > 0)
    : tables.some(({ key }) => key === part))

/** ResultActs renders the exports of a result. */
export const ResultActs = ({ document, run }: { readonly document: ResultDocument; readonly run: Run }) => {
  const { project } = useProject()
  const address = `/api/v1/projects/${project.id}/analyses/${run.id}/export`
  return (
    <Row gap={4}>
      <button className="btn small" onClick={() => copyMethod(document)}>
        <Icon name="copy" size={14} /> {words.results.acts.copyMethod}
      </button>
      {document.periods.length > 1 && (
        <Link
          className="btn small"
          to="/p/$slug/analyses/compare"
          params={{ slug: project.slug }}
          search={{ a: run.id }}
        >
          {words.results.acts.comparePeriods}
        </Link>
      )}
      <Text tone="soft">{words.results.acts.download}</Text>
      {parts
        .filter(([part]) => has(document, part))
        .map(([part, format, label]) => (
          <a key={label} className="btn small" href={`${address}?what=${part}&format=${format}`} download>
            {words.results.downloads[label]}
          </a>
        ))}
    </Row>
  )
}

// Exports of a result: report, tables and shapes as files, method text; and the link to a comparison.
import { Link } from "@tanstack/react-router"
import type { ResultDocument } from "../../../../domain/analysis/Result.ts"
import { Row, Text } from "../../../design/kit.tsx"
import { Icon } from "../../../design/marks/Icon.tsx"
import type { Run } from "../../../data/analyses.ts"
import { useProject } from "../../../shell/useProject.ts"
import { copyMethod } from "./Said.tsx"

/** Downloads: the part, its formats, the label. */
const parts = [
  ["document", "html", "Report"],
  ["summary", "csv", "Figures, CSV"],
  ["summary", "xlsx", "Figures, Excel"],
  ["comparison", "csv", "Comparison, CSV"],
  ["areas", "csv", "Areas, CSV"],
  ["timeline", "csv", "By day, CSV"],
  ["geometries", "geojson", "Shapes, GeoJSON"],
  ["document", "xlsx", "Everything, Excel"],
  ["document", "json", "Everything, JSON"]
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
        <Icon name="copy" size={14} /> Copy method paragraph
      </button>
      {document.periods.length > 1 && (
        <Link
          className="btn small"
          to="/p/$slug/analyses/compare"
          params={{ slug: project.slug }}
          search={{ a: run.id }}
        >
          Compare both periods
        </Link>
      )}
      <Text tone="soft">Take along:</Text>
      {parts
        .filter(([part]) => has(document, part))
        .map(([part, format, word]) => (
          <a key={word} className="btn small" href={`${address}?what=${part}&format=${format}`} download>
            {word}
          </a>
        ))}
    </Row>
  )
}

// The popup of a shape: its label and its properties.
import { words } from "../../../../words/language.ts"
import { Definition, Row, Text } from "../../../design/kit.tsx"
import { numberText } from "../../../design/numbers.ts"
import type { FoundShape } from "../../../map/resultLayers.ts"
import look from "./result.module.css"

/** Properties that the popup shows elsewhere or that are internal. */
const HIDDEN = new Set(["kind", "period", "label", "level", "area_m2", "subject_id", "area_id"])

const factsOf = ({ properties }: FoundShape): ReadonlyArray<readonly [string, string]> =>
  Object.entries(properties).flatMap(([key, value]) =>
    HIDDEN.has(key) || value === null
      ? []
      : [
          [
            key.replaceAll("_", " "),
            typeof value === "number"
              ? numberText(value)
              : typeof value === "string"
                ? value.replace("T", " ").slice(0, 16)
                : JSON.stringify(value)
          ] as const
        ]
  )

/** ShapePopup shows the properties of a shape. */
export const ShapePopup = ({
  onClose,
  shape
}: {
  readonly shape: FoundShape
  readonly onClose: () => void
}) => (
  <div className={look["popup"]} role="dialog" aria-label={shape.label}>
    <Row gap={4} keep>
      <Text strong>
        <bdi>{shape.label}</bdi>
      </Text>
      <button className="btn small push" onClick={onClose} aria-label={words.results.map.close}>
        ×
      </button>
    </Row>
    <Definition of={factsOf(shape)} />
  </div>
)

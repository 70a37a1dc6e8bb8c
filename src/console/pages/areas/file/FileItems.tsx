// The shapes of a file, each with its outcome; refused ones first.
import { words } from "../../../../words/language.ts"
import type { Field } from "../../live/LiveMap.ts"
import type { Imported } from "../../../data/areas.ts"
import { reveal } from "../reveal.ts"
import form from "../forms.module.css"

interface FileItemsProps {
  readonly field: Field
  readonly items: Imported["items"]
}

/** Rows that are listed; the others are only counted. */
const MAX_LISTED = 200

/** FileItems lists the shapes of a file. */
export const FileItems = ({ field, items }: FileItemsProps) => (
  <>
    {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- so that keys scroll it */}
    <ul className={form["items"]} tabIndex={0} aria-label={words.areaFiles.items.label}>
      {[...items]
        .sort((a, b) => Number(b.status === "invalid") - Number(a.status === "invalid"))
        .slice(0, MAX_LISTED)
        .map(({ at, detail, feature_type, index, name, status }) => (
          <li key={index} data-status={status}>
            <bdi>{name}</bdi>
            <span className="faint">
              {status === "invalid"
                ? words.areaFiles.items.refused
                : status === "left_out"
                  ? words.areaFiles.items.skipped
                  : words.areas.types[feature_type]}
            </span>
            {detail !== null && (
              <p>
                {detail}{" "}
                {at !== null && (
                  <button className="link" onClick={() => reveal(field, at)}>
                    {words.areas.where}
                  </button>
                )}
              </p>
            )}
          </li>
        ))}
    </ul>
    {items.length > MAX_LISTED && (
      <p className="faint num">{words.areaFiles.items.more({ count: items.length - MAX_LISTED })}</p>
    )}
  </>
)

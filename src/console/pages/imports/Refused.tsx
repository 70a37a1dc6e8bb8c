// The rows of a file that are refused, counted by reason, with the code of each and all of them as a download.
import { words } from "../../../words/language.ts"
import { Card, Text } from "../../design/kit.tsx"
import { numberText } from "../../design/numbers.ts"
import { capital } from "../../shell/words.ts"
import look from "./imports.module.css"
import type { Found } from "./worker/protocol.ts"

interface RefusedProps extends Pick<Found, "kinds" | "rejected" | "rows"> {
  readonly onDownload: () => void
  readonly isSaving: boolean
}

/** Refused lists the reasons, those of most rows first. */
export const Refused = ({ isSaving, kinds, onDownload, rejected, rows }: RefusedProps) => (
  <Card
    title={words.imports.refused.title}
    acts={
      <button className="link" disabled={isSaving} onClick={onDownload}>
        {isSaving ? words.imports.refused.reading : words.imports.refused.download}
      </button>
    }
    beside={
      <Text tone="soft" num>
        {words.imports.refused.rows({ refused: rejected, all: rows })}
      </Text>
    }
  >
    <ul className={look["refused"]}>
      {kinds.map(({ code, line, reason, rows: count }) => (
        <li key={`${code} ${reason}`}>
          <span className="num">{numberText(count)}</span>
          <span>
            {capital(reason)}
            <span className="soft">{words.imports.refused.line({ count, line })}</span>
          </span>
          <code>{code}</code>
        </li>
      ))}
    </ul>
  </Card>
)

// Severity by shape and colour: octagon, triangle, ring; the same on map, axis, list and lane.
import { words } from "../../../words/language.ts"
import type { Alert } from "../../../domain/event/Alert.ts"

/** SeverityName is critical, warning or info. */
export type SeverityName = Alert["severity"]

const shapes = {
  critical: (
    <>
      <path d="M5 1h6l4 4v6l-4 4H5l-4-4V5Z" fill="var(--critical)" />
      <path d="M8 4.2v4.6M8 11.3v.4" stroke="var(--panel)" strokeWidth="1.8" strokeLinecap="round" />
    </>
  ),
  warning: (
    <>
      <path d="M8 1.6 15.2 14.2H.8Z" fill="var(--warning)" stroke="var(--warning)" strokeLinejoin="round" />
      <path d="M8 6v3.6M8 11.9v.3" stroke="var(--panel)" strokeWidth="1.6" strokeLinecap="round" />
    </>
  ),
  info: (
    <>
      <circle cx="8" cy="8" r="6.5" fill="none" stroke="var(--info)" strokeWidth="1.6" />
      <path d="M8 7.3V11M8 4.8V5" stroke="var(--info)" strokeWidth="1.7" strokeLinecap="round" />
    </>
  )
} satisfies Record<SeverityName, unknown>

/** Severity draws a severity. */
export const Severity = ({ of, size = 16 }: { readonly of: SeverityName; readonly size?: number }) => (
  <svg
    viewBox="0 0 16 16"
    width={size}
    height={size}
    role="img"
    aria-label={words.common.severity[of]}
    style={{ flex: "none" }}
  >
    {shapes[of]}
  </svg>
)

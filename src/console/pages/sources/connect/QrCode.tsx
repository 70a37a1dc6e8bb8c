// A QR code, dark on white in both themes, because phones read it best.
import { useMemo } from "react"
import look from "./connect.module.css"
import { qrPath } from "./qrPath.ts"

interface QrCodeProps {
  readonly text: string
  /** what it sets up, for screen readers */
  readonly label: string
}

/** A QR code. */
export const QrCode = ({ label, text }: QrCodeProps) => {
  const { d, size } = useMemo(() => qrPath(text), [text])
  return (
    <svg className={look["code"]} viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label}>
      <rect width={size} height={size} fill="#fff" />
      <path d={d} fill="#000" shapeRendering="crispEdges" />
    </svg>
  )
}

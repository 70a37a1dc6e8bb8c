// The pen on the live map while a drawing panel is open.
import { useEffect, useRef, useState } from "react"
import type { Field } from "../live/LiveMap.ts"
import type { Pen, PenTold } from "./Pen.ts"
import { takePencil } from "./pencil.ts"

/** usePen opens the pen; null while loading. `area`: id of the changed area, which the map then hides. */
export const usePen = (field: Field | null, area: string | null, told: PenTold): Pen | null => {
  const heard = useRef(told)
  useEffect(() => {
    heard.current = told
  })
  const [pen, setPen] = useState<Pen | null>(null)
  useEffect(() => {
    if (field === null) return undefined
    const giveBack = takePencil(area)
    let opened: Pen | null = null
    let gone = false
    const open = async () => {
      const { openPen } = await import("./Pen.ts")
      if (gone) return
      opened = openPen(field.map, {
        shape: (shape) => heard.current.shape(shape),
        radius: (metres) => heard.current.radius(metres)
      })
      setPen(opened)
    }
    void open()
    return () => {
      gone = true
      opened?.leave()
      setPen(null)
      giveBack()
    }
  }, [field, area])
  return pen
}

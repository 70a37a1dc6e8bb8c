// The picture beside the form: an imaginary landscape, drawn once.
import { useEffect, useRef, useState } from "react"
import { coloursOf } from "../../map/colours.ts"
import { makeLandscape } from "../../map/landscape.ts"
import { watchTheme } from "../../design/theme.ts"
import { drawGround } from "./drawGround.ts"
import look from "./login.module.css"

/** Longitude and latitude of the middle; arbitrary. */
const MIDDLE = [0, 0] as const

/** Ground draws the landscape beside the form. */
export const Ground = () => {
  const canvas = useRef<HTMLCanvasElement>(null)
  const [landscape] = useState(() => makeLandscape(MIDDLE))
  useEffect(() => {
    const element = canvas.current
    if (element === null) return undefined
    const draw = () => drawGround(element, landscape, coloursOf(element.parentElement!))
    const sized = new ResizeObserver(draw)
    sized.observe(element)
    const leave = watchTheme(draw)
    return () => {
      sized.disconnect()
      leave()
    }
  }, [landscape])
  return <canvas ref={canvas} className={look["ground"]} aria-hidden="true" />
}

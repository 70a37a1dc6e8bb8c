// An edge on the time line, as a slider for pointer and arrow keys.
import { useRef } from "react"
import type { Edge } from "./draft.ts"
import { onStep, type Window } from "./span.ts"
import look from "./line.module.css"

interface HandleProps {
  readonly of: Edge
  readonly label: string
  /** the time in words */
  readonly text: string
  readonly window: Window
  readonly x: (at: number) => number
  readonly height: number
  /** y where the two bars meet */
  readonly middle: number
  readonly msPerPixel: number
  readonly onDrag: (at: number) => void
  readonly onDrop: (at: number) => void
  readonly onLeave: () => void
}

/** Handle is a draggable edge. */
export const Handle = (props: HandleProps) => {
  const { height, label, middle, msPerPixel, of, onDrag, onDrop, onLeave, text, window, x } = props
  const begun = useRef<{ readonly x: number; readonly at: number } | null>(null)
  const last = useRef(of.at)
  const keep = (at: number) => Math.min(of.max, Math.max(of.min, at))
  const press = (event: React.KeyboardEvent) => {
    const by = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1, PageUp: 10, PageDown: -10 }[
      event.key
    ]
    if (by === undefined) return
    event.preventDefault()
    event.stopPropagation()
    onDrop(keep(of.at + by * window.step * (event.shiftKey ? 10 : 1)))
  }
  return (
    <g
      className={look["edge"]}
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-valuenow={of.at}
      aria-valuemin={Math.max(of.min, 0)}
      aria-valuemax={of.max}
      aria-valuetext={text}
      transform={`translate(${x(of.at)},0)`}
      onKeyDown={press}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId)
        begun.current = { x: event.clientX, at: of.at }
        last.current = of.at
      }}
      onPointerMove={(event) => {
        if (begun.current === null) return
        const moved = begun.current.at + (event.clientX - begun.current.x) * msPerPixel
        last.current = keep(onStep(moved, window.step))
        onDrag(last.current)
      }}
      onPointerUp={() => {
        if (begun.current === null) return
        const isMoved = last.current !== begun.current.at
        begun.current = null
        if (isMoved) onDrop(last.current)
        else onLeave()
      }}
      onPointerCancel={() => {
        begun.current = null
        onLeave()
      }}
    >
      <rect x="-12" width="24" y="0" height={height} fill="transparent" />
      <line y1="0" y2={height} />
      <rect className={look["grip"]} x="-5" y={middle - 15} width="10" height="30" rx="5" />
      <path d={`M-1.5 ${middle - 6}v12M1.5 ${middle - 6}v12`} />
    </g>
  )
}

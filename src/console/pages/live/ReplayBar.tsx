// The bar over the strip while the map shows the past: time, play and pause, back to live.
import { words } from "../../../words/language.ts"
import { useQuery } from "@tanstack/react-query"
import { memo, useEffect, useState, useSyncExternalStore } from "react"
import { sentenceOf } from "../../data/api/Refused.ts"
import { eventsBetween, type Ways } from "../../data/mapQueries.ts"
import { Icon } from "../../design/marks/Icon.tsx"
import { useKeys } from "../../shell/useKeys.ts"
import { useProject } from "../../shell/useProject.ts"
import { anyOne, entityWord } from "../../shell/words.ts"
import { inZone } from "../../time/zoneTime.ts"
import { readCursor, setCursor, watchCursor } from "./cursor.ts"
import look from "./replay.module.css"
import { isTooMany, useWindowRead } from "./useReplay.ts"
import { endOf, type Window } from "./useWindow.ts"

/** Replayed minutes per second. */
const SPEEDS = [5, 20, 60] as const
const MINUTE = 60_000

/** Returns the step of an arrow key in ms. */
const stepOf = ({ shiftKey }: KeyboardEvent): number => (shiftKey ? 60 : 10) * MINUTE

/** Moves the cursor during playback; at the end of the current window the map goes live. */
const usePlaying = (to: number, onRest: Window["rest"]) => {
  const [speed, setSpeed] = useState<number | null>(null)
  useEffect(() => {
    if (speed === null) return undefined
    let frame = 0,
      before = performance.now()
    const step = (now: number) => {
      const at = readCursor()
      if (at === null) return setSpeed(null)
      const next = at + ((now - before) / 1000) * speed * MINUTE
      before = now
      if (next >= to) {
        setSpeed(null)
        onRest(endOf(to))
        return setCursor(endOf(to))
      }
      setCursor(next)
      frame = requestAnimationFrame(step)
      return undefined
    }
    frame = requestAnimationFrame(step)
    return () => cancelAnimationFrame(frame)
  }, [speed, to, onRest])
  return [speed, setSpeed] as const
}

/** Returns what is missing in the loaded tracks, in words; null: they are complete. */
const readOf = (ways: Ways | undefined, only: string | null, one: string): string | null => {
  if (ways === undefined) return words.live.replay.loading
  if (only !== null) return words.live.replay.onlyChosen({ one })
  return ways.truncated ? words.live.replay.simplified : null
}

/** DrawnMissing says what the map does not show of the window, with a remedy. */
const DrawnMissing = ({ from, to }: Pick<Window, "from" | "to">) => {
  const { project } = useProject()
  const { again, error, only, ways } = useWindowRead({ from, to }, true)
  if (error === null) {
    const said = readOf(ways, only, entityWord(project).one)
    if (said === null) return null
    return (
      <p className={`soft ${look["said"]}`} role="status">
        {said}
      </p>
    )
  }
  return (
    <p className={look["said"]} role="alert">
      {sentenceOf(error)}{" "}
      {isTooMany(error) ? (
        words.live.replay.choose({ any: anyOne(project) })
      ) : (
        <button className="btn small" onClick={again}>
          {words.common.tryAgain}
        </button>
      )}
    </p>
  )
}

/** Missing is memoised: it does not render on each step of the cursor. */
const Missing = memo(DrawnMissing)

type ReplayBarProps = Pick<Window, "from" | "to"> & { readonly onRest: Window["rest"] }

/** ReplayBar controls the replay. */
export const ReplayBar = ({ from, onRest, to }: ReplayBarProps) => {
  const { project, zone } = useProject()
  const at = useSyncExternalStore(watchCursor, readCursor)
  const { data: events = [] } = useQuery(eventsBetween(project.id, from, to))
  const [speed, setSpeed] = usePlaying(to, onRest)
  const times = events.map(({ properties }) => Date.parse(properties.time)).sort((a, b) => a - b)
  const go = (moment: number | null) => {
    setCursor(moment)
    onRest(moment)
  }
  const toggle = () => {
    if (speed !== null) {
      setSpeed(null)
      onRest(readCursor())
    } else if (at !== null) setSpeed(SPEEDS[1])
  }
  const here = at ?? to
  useKeys({
    l: () => go(null),
    "[": () => go(times.findLast((time) => time < here - 1000) ?? here),
    "]": () => go(times.find((time) => time > here + 1000) ?? endOf(to)),
    " ": (event) => {
      if (at === null) return
      event.preventDefault()
      toggle()
    },
    ArrowLeft: (event) => go(here - stepOf(event)), // may leave the window
    ArrowRight: (event) => go(here + stepOf(event) >= to ? endOf(to) : here + stepOf(event))
  })
  if (at === null) return null
  return (
    <div className={`card ${look["bar"]}`} role="group" aria-label={words.live.replay.title}>
      <button
        className="btn small icon"
        aria-label={speed === null ? words.live.replay.play : words.live.replay.pause}
        onClick={toggle}
      >
        <Icon name={speed === null ? "play" : "pause"} size={15} />
      </button>
      <span className="segments">
        {SPEEDS.map((one) => (
          <button key={one} aria-pressed={speed === one} onClick={() => setSpeed(one)}>
            {words.live.replay.speed({ minutes: one })}
          </button>
        ))}
      </span>
      <time className="strong num" dateTime={new Date(at).toISOString()}>
        {inZone(at, zone, "full")}
      </time>
      <button className="btn small primary" onClick={() => go(null)}>
        {words.live.replay.live} <kbd>L</kbd>
      </button>
      <Missing from={from} to={to} />
    </div>
  )
}

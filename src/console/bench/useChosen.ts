// Whom and which moment the bench is looking at, in all its parts at once.
import { useCallback, useMemo, useState } from "react"
import { useKeys } from "../shell/useKeys.ts"
import { type Fired, mostTelling, type Story } from "./past/story.ts"

/** A click so near an event is meant for it: share of what is shown. */
const NEAR = 0.012
/** The arrow keys move the cursor by so much: share of what is shown. */
const STEP = 0.005

export interface Chosen {
  readonly story: Story | undefined
  /** epoch ms */
  readonly at: number
  /** the event at the cursor; null: none */
  readonly fired: Fired | null
  readonly choose: (story: Story, moment: number | null) => void
  /** To the next event of anybody, or the one before. */
  readonly step: (by: 1 | -1) => void
}

const nearest = (story: Story, moment: number, reach: number): Fired | undefined =>
  story.fired
    .filter(({ at }) => Math.abs(at - moment) <= reach)
    .sort((a, b) => Math.abs(a.at - moment) - Math.abs(b.at - moment))[0]

const firstOf = (story: Story | undefined): number | undefined =>
  (story?.fired.find(({ by }) => by !== "baseline") ?? story?.fired[0])?.at

export const useChosen = (stories: ReadonlyArray<Story>, from: number, to: number): Chosen => {
  const [cursor, setCursor] = useState<{ readonly who: string; readonly at: number | null } | null>(null)
  const story = useMemo(
    () => stories.find(({ id }) => id === cursor?.who) ?? mostTelling(stories),
    [stories, cursor?.who]
  )
  const at = Math.min(to, Math.max(from, cursor?.at ?? firstOf(story) ?? to))
  const fired = story?.fired.find((one) => one.at === at) ?? null
  const choose = useCallback(
    (next: Story, moment: number | null) => {
      const event = moment === null ? undefined : nearest(next, moment, (to - from) * NEAR)
      setCursor({ who: next.id, at: event?.at ?? moment ?? firstOf(next) ?? at })
    },
    [at, from, to]
  )
  const step = (by: 1 | -1) => {
    const all = stories
      .flatMap((one) => one.fired.map((fired) => ({ who: one.id, at: fired.at })))
      .sort((a, b) => a.at - b.at || a.who.localeCompare(b.who))
    const here = { who: story?.id ?? "", at }
    const isAfter = (one: typeof here) => one.at > here.at || (one.at === here.at && one.who > here.who)
    const isBefore = (one: typeof here) => one.at < here.at || (one.at === here.at && one.who < here.who)
    const next = by > 0 ? all.find(isAfter) : all.findLast(isBefore)
    if (next !== undefined) setCursor(next)
  }
  const other = (by: 1 | -1) => {
    const next = stories[stories.findIndex(({ id }) => id === story?.id) + by]
    if (next !== undefined) setCursor({ who: next.id, at })
  }
  const move = (by: number) => {
    if (story !== undefined) setCursor({ who: story.id, at: Math.min(to, Math.max(from, at + by)) })
  }
  useKeys({
    "[": () => step(-1),
    "]": () => step(1),
    j: () => other(1),
    k: () => other(-1),
    ArrowLeft: ({ shiftKey }) => move(-(to - from) * STEP * (shiftKey ? 10 : 1)),
    ArrowRight: ({ shiftKey }) => move((to - from) * STEP * (shiftKey ? 10 : 1))
  })
  return { story, at, fired, choose, step }
}

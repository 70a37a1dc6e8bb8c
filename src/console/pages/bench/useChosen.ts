// The selected subject and time, shared by all parts of the rule page.
import { useCallback, useMemo, useState } from "react"
import { useKeys } from "../../shell/useKeys.ts"
import { type Fired, mostTelling, type Story } from "./past/story.ts"

/** Distance at which a click selects an event, as a share of the period. */
const SNAP_SHARE = 0.012
/** Step of the arrow keys, as a share of the period. */
const STEP_SHARE = 0.005

/** Chosen is the selected subject and time. */
export interface Chosen {
  readonly story: Story | undefined
  /** epoch ms of the cursor */
  readonly at: number
  /** the event at the cursor; null: none */
  readonly fired: Fired | null
  readonly choose: (story: Story, moment: number | null) => void
  /** Moves to the next or previous event of any subject. */
  readonly step: (by: 1 | -1) => void
}

const nearest = (story: Story, moment: number, reach: number): Fired | undefined =>
  story.fired
    .filter(({ at }) => Math.abs(at - moment) <= reach)
    .sort((a, b) => Math.abs(a.at - moment) - Math.abs(b.at - moment))[0]

const firstOf = (story: Story | undefined): number | undefined =>
  (story?.fired.find(({ by }) => by !== "baseline") ?? story?.fired[0])?.at

/** useChosen holds the selected subject and time, and the keys that change them. */
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
      const event = moment === null ? undefined : nearest(next, moment, (to - from) * SNAP_SHARE)
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
    ArrowLeft: ({ shiftKey }) => move(-(to - from) * STEP_SHARE * (shiftKey ? 10 : 1)),
    ArrowRight: ({ shiftKey }) => move((to - from) * STEP_SHARE * (shiftKey ? 10 : 1))
  })
  return { story, at, fired, choose, step }
}

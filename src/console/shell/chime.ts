// The sound of a new alert: two short tones, if the user switched it on.

import { readLiveState, watchLiveState } from "../data/liveStore.ts"

/** QUIET_MS is the shortest time between two sounds, however many alerts arrive. */
const QUIET_MS = 15_000

let rang = -Infinity
let audio: AudioContext | undefined

const tone = (to: AudioContext, hertz: number, after: number): void => {
  const at = to.currentTime + after
  const swing = to.createOscillator(),
    loud = to.createGain()
  swing.frequency.value = hertz
  loud.gain.setValueAtTime(0, at)
  loud.gain.linearRampToValueAtTime(0.12, at + 0.02)
  loud.gain.exponentialRampToValueAtTime(0.001, at + 0.35)
  swing.connect(loud).connect(to.destination)
  swing.start(at)
  swing.stop(at + 0.4)
}

/** Plays the sound. Browsers stay silent until the user has clicked something on the page. */
export const chime = (): void => {
  audio ??= new AudioContext()
  void audio.resume()
  tone(audio, 659, 0)
  tone(audio, 880, 0.16)
}

/** Whether the sound may play again; `now` and `last` in ms of any clock. */
const mayChime = (now: number, last: number): boolean => now - last >= QUIET_MS

/** Plays the sound unless it played within `QUIET_MS`. */
const chimeOnce = (): void => {
  const now = performance.now()
  if (!mayChime(now, rang)) return
  rang = now
  chime()
}

/** Plays the sound at each new alert, until the returned function is called. */
export const hearAlerts = (): (() => void) => {
  const newest = () => {
    const { others, toast } = readLiveState()
    return toast === null ? null : `${toast.id} ${others}`
  }
  let last = newest()
  return watchLiveState(() => {
    const now = newest()
    if (now !== null && now !== last) chimeOnce()
    last = now ?? last
  })
}

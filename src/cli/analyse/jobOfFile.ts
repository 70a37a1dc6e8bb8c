// The job of a run as the tracks of a file give it: what the service takes from its database.
import { isLivestock } from "../../domain/analysis/livestock.ts"
import { type RequestedRun, periodsOf, planOf } from "../../domain/analysis/Plan.ts"
import type { SandboxJob } from "../../domain/analysis/SandboxJob.ts"
import type { ChosenArea, Subject, Track } from "../../domain/analysis/Tracks.ts"
import type { AnalyseOptions } from "./analyseOptions.ts"
import type { FileTrack } from "./readTracks.ts"

/** Returns the part of a track in `[from, to)`. */
const partOf = (
  track: FileTrack,
  subject: number,
  { from, key, to }: RequestedRun["periods"][number]
): Track => {
  const begin = track.time.findIndex((at) => at >= from),
    end = track.time.findLastIndex((at) => at < to) + 1
  const [a, b] = begin === -1 || end <= begin ? [0, 0] : [begin, end]
  // copies: the periods may overlap, and columns are given away
  return {
    subject,
    period: key,
    time: track.time.slice(a, b),
    lon: track.lon.slice(a, b),
    lat: track.lat.slice(a, b),
    accuracy_m: track.accuracy_m.slice(a, b),
    satellites: track.satellites.slice(a, b)
  }
}

/** Rows marked as outliers, by period, as a run on a server counts positions that are marked as wrong. */
const discardedIn = (
  outliers: ReadonlyArray<number>,
  periods: RequestedRun["periods"]
): Subject["discarded"] =>
  Object.fromEntries(
    periods.map(({ from, key, to }) => [
      key,
      { invalid: outliers.filter((at) => at >= from && at < to).length, duplicates: 0, conflicting: 0 }
    ])
  )

/** Who is looked at over which periods, with their tracks and weights. */
export const jobOfFile = (
  asked: RequestedRun,
  options: AnalyseOptions,
  tracks: ReadonlyArray<FileTrack>,
  weights: ReadonlyMap<string, number>,
  areas: ReadonlyArray<ChosenArea>
): SandboxJob => {
  const plan = planOf(
    { ...asked, herdB: options.herdB },
    tracks.map(({ name }) => name)
  )
  const whole = tracks.map((track, at) => ({ track, periods: periodsOf(plan, plan.subjects[at]!) }))
  // who wore what when is not in a file: which tag sent when is not the same
  const subjects = whole.map(({ periods, track: { name, outliers } }): Subject => ({
    id: name,
    name,
    type: options.entityType,
    isLivestock: isLivestock(options.entityType),
    deployments: null,
    discarded: outliers.length === 0 ? {} : discardedIn(outliers, periods),
    weights:
      options.weightKey !== null && weights.has(name) ? { [options.weightKey]: weights.get(name)! } : {}
  }))
  return options.module.job(plan, {
    timezone: options.timezone,
    ownPeriods: options.isOwnPeriod,
    dropSentinels: options.dropSentinels,
    subjects,
    tracks: whole.flatMap(({ periods, track }, index) =>
      periods.map((period) => partOf(track, index, period))
    ),
    areas
  })
}

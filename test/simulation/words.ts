// What a commit did, in a line of the trace.
import type { LaneMove } from "../../src/engine/ports.ts"
import type { Batch } from "./commit.ts"

const inWords = ({ after, before }: LaneMove): string => {
  const { partition, projectId } = before ?? after!
  if (after === null) return `lane of ${projectId} in ${partition} closes`
  const { place, position, upTo } = after
  return (
    `lane of ${projectId} in ${partition} ${before === null ? "opens" : "goes on"} ` +
    `(${position}, ${upTo}]${place === null ? "" : ` ${place.subjectId} ${place.at}${place.ticked ? " ticked" : ""}`}`
  )
}

export const written = ({ cursors, ended, events, lanes, late, rewrites, ticked }: Batch): string =>
  [
    ...cursors.filter((c) => c.from !== c.to).map((c) => `${c.partition}:${c.to}`),
    ...lanes.map(inWords),
    ...ticked.map(
      (t) =>
        `ticks of ${t.partition} ` +
        `to ${t.to}${t.half === null ? "" : `, half to ${t.half.to}: ${t.half.subjectId} ${t.half.at}`}`
    ),
    ...events.map((e) => `event ${e.key}${e.late ? " late" : ""}`),
    ...ended.map((e) => `end of ${e.eventId} at ${e.at}`),
    ...late.map((l) => `late from ${l.from} of ${l.subject.id}`),
    ...rewrites.map(
      (r) =>
        `past of ${r.span.subject.id} from ${r.span.from} ` +
        `to ${r.to}: ${r.events.map((e) => e.key).join(", ")}`
    )
  ].join("; ")

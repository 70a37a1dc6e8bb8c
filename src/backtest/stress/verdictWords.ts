// Sentences about the result of a tolerance test.
import type { CanonicalDocument } from "../../domain/rule/Document.ts"
import { conditionsIn } from "../../domain/rule/leaves.ts"
import { durationWords } from "../../domain/rule/words/phrases.ts"
import type { Verdict } from "./tryVariant.ts"

const steady: Readonly<Record<Verdict["kind"], string>> = {
  late: "Late records change nothing.",
  doubled: "Records that come twice change nothing.",
  reordered: "Records out of order change nothing.",
  jitter_time: "Clocks that are a bit wrong change nothing.",
  jitter_place: "Fixes a bit beside the place change nothing."
}

/** Returns what would make the rule tolerant, of what its conditions can be given. */
const remedyFor = ({ conditions, for_seconds }: CanonicalDocument): string => {
  const places = conditionsIn(conditions).flatMap(({ condition }) =>
    condition.type === "spatial" ? [condition] : []
  )
  if (places.length === 0) return ""
  const helps = [
    ...(places.every((c) => c.exit_buffer_m === undefined) ? ["exit_buffer_m"] : []),
    ...(places.every((c) => c.confirm_samples === undefined) ? ["confirm_samples"] : []),
    ...(for_seconds === 0 ? ["for_seconds"] : [])
  ]
  return helps.length === 0
    ? " A wider exit_buffer_m or a longer for_seconds keeps it quiet."
    : ` ${helps.join(" or ")} would keep it quiet.`
}

/** Returns one sentence, or two with a remedy. */
export const verdictWords = ({ changesAt, kind }: Verdict, document: CanonicalDocument): string => {
  if (changesAt === null) return steady[kind]
  switch (kind) {
    case "late":
      return `Records that come ${durationWords(changesAt)} late change its events: it asks when something arrives.`
    case "doubled":
      return "Records that come twice change its events."
    case "reordered":
      return "Records out of order change its events."
    case "jitter_time":
      return `Clocks that are ${durationWords(changesAt)} wrong change its events.`
    case "jitter_place":
      return `Fixes that are ${changesAt} m beside the place change its events.${remedyFor(document)}`
  }
}

// Texts about a spatial condition.
import { shortNumber } from "../words/title.ts"
import { listWords, type Names, type Part, plain, strong } from "../words/phrases.ts"
import type { Reading } from "./ConditionKind.ts"
import type { Relation, Spatial, SpatialFinding } from "./spatialDocument.ts"

const isCrossing = (relation: Relation): boolean => relation === "enter" || relation === "exit"

/** Says where the subject was, or that it crossed no border. */
export const explainSpatial = ({ features, missing, relation, truth }: SpatialFinding): string => {
  if (truth === null) return missing!
  // a crossing is never negated
  if (isCrossing(relation))
    return `${relation === "enter" ? "entered" : "left"} no selected feature at that moment`
  return features.length === 0
    ? "was in none of the selected features"
    : `was inside ${features.map((f) => f.name).join(", ")}`
}

const verbs: Readonly<Record<Relation, string>> = {
  enter: "enters ",
  exit: "leaves ",
  inside: "is inside ",
  outside: "is outside "
}

/** Returns the selected features as a phrase. */
const placesOf = ({ feature_ids, feature_type }: Spatial, names: Names): Part => {
  const any = feature_type === undefined ? "any geofence or zone" : `any ${feature_type}`
  if (feature_ids === undefined)
    return strong(any, feature_type === undefined ? "/relation" : "/feature_type")
  const known = feature_ids.map((id) => names.feature(id) ?? "a removed feature")
  return strong(listWords(known), "/feature_ids")
}

/** Returns a condition as phrases of a sentence. */
export const spatialPhrases = (c: Spatial, names: Names): ReadonlyArray<Part> => [
  plain(verbs[c.relation]),
  placesOf(c, names),
  ...(c.exit_buffer_m === undefined || c.exit_buffer_m === 0
    ? []
    : [plain(" by more than "), strong(`${shortNumber(c.exit_buffer_m)} m`, "/exit_buffer_m")]),
  ...(c.confirm_samples === undefined || c.confirm_samples === 1
    ? []
    : [plain(" in "), strong(`${c.confirm_samples} fixes`, "/confirm_samples"), plain(" in a row")]),
  ...(c.max_accuracy_m === undefined
    ? []
    : [plain(", told to "), strong(`${shortNumber(c.max_accuracy_m)} m`, "/max_accuracy_m")])
]

const labels: Readonly<Record<Relation, string>> = {
  enter: "Entered",
  exit: "Left",
  inside: "Inside",
  outside: "Inside"
}

/** Returns the features that a finding names, as a row. */
export const spatialReadings = ({ features, missing, relation }: SpatialFinding): ReadonlyArray<Reading> => [
  {
    label: labels[relation],
    value: features.length === 0 ? null : features.map((f) => f.name).join(", "),
    op: null,
    limit: null,
    unit: null,
    ...(missing === undefined ? {} : { missing })
  }
]

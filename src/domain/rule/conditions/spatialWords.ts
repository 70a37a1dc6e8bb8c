// Texts about a spatial condition.
import { shortNumber } from "../words/title.ts"
import type { Message } from "../../../words/message.ts"
import { data, listMessage, type Names } from "../words/phrases.ts"
import type { Reading } from "./ConditionKind.ts"
import type { Relation, Spatial, SpatialFinding } from "./spatialDocument.ts"

const isCrossing = (relation: Relation): boolean => relation === "enter" || relation === "exit"

/** Says where the subject was, or that it crossed no border. */
export const explainSpatial = ({ features, missing, relation, truth }: SpatialFinding): Message => {
  if (truth === null) return missing!
  // a crossing is never negated
  if (isCrossing(relation)) return { code: `unmet.${relation}` }
  return features.length === 0
    ? { code: "unmet.inNone" }
    : { code: "unmet.inside", args: { places: data(features.map((f) => f.name).join(", ")) } }
}

/** Returns the selected features as a message. */
const placesOf = ({ feature_ids, feature_type }: Spatial, names: Names, path: string): Message => {
  if (feature_ids !== undefined) {
    const known = feature_ids.map((id): Message => {
      const name = names.feature(id)
      return name === null ? { code: "places.removed" } : data(name)
    })
    return listMessage(known, `${path}/feature_ids`)
  }
  return feature_type === undefined
    ? { code: "places.any", path: `${path}/relation` }
    : { code: "places.anyOf", args: { type: feature_type }, path: `${path}/feature_type` }
}

const metres = (value: number, path: string): Message => data(`${shortNumber(value)} m`, path)

/** Returns a condition as a message; `path`: JSON Pointer to it. */
export const spatialMessage = (c: Spatial, names: Names, path: string): Message => {
  const { confirm_samples: count, exit_buffer_m, max_accuracy_m } = c
  const positions: Message = {
    code: "positions",
    args: { count: count ?? 1 },
    path: `${path}/confirm_samples`
  }
  return {
    code: `condition.${c.relation}`,
    args: {
      places: placesOf(c, names, path),
      ...(exit_buffer_m === undefined || exit_buffer_m === 0
        ? {}
        : { by: metres(exit_buffer_m, `${path}/exit_buffer_m`) }),
      ...(count === undefined || count === 1 ? {} : { positions }),
      ...(max_accuracy_m === undefined ? {} : { accuracy: metres(max_accuracy_m, `${path}/max_accuracy_m`) })
    }
  }
}

/** Returns the features that a finding names, as a row. */
export const spatialReadings = ({ features, missing, relation }: SpatialFinding): ReadonlyArray<Reading> => [
  {
    label: { code: `reading.${relation}` },
    value: features.length === 0 ? null : features.map((f) => f.name).join(", "),
    op: null,
    limit: null,
    unit: null,
    ...(missing === undefined ? {} : { missing })
  }
]

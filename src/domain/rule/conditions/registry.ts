// The list of condition types the evaluator knows, one line each. A type that is not here can be saved only
// if it is reserved, and never enabled.
import type { NoData, Spatial, Threshold, WindowAggregate } from "../ConditionNode.ts"
import type { Trigger } from "../Trigger.ts"
import { positionFilterOf, recordTypesOf } from "../PositionFilter.ts"
import type { Level } from "./Condition.ts"
import { noData } from "./noData.ts"
import { type Feature, select, whereabouts } from "./spatial.ts"
import { threshold } from "./threshold.ts"
import { windowAggregate } from "./windowAggregate.ts"

/** What a condition is made ready with. */
export interface Setting {
  readonly trigger: Trigger
  readonly features: ReadonlyArray<Feature>
}

/** How the levels of each type are made ready to be asked. */
export const levels: {
  readonly threshold: (c: Threshold, setting: Setting) => Level
  readonly spatial: (c: Spatial, setting: Setting) => Level
  readonly no_data: (c: NoData, setting: Setting) => Level
  readonly window: (c: WindowAggregate, setting: Setting) => Level
} = {
  threshold: (c, { trigger }) => threshold(c, recordTypesOf(trigger)),
  spatial: (c, { features, trigger }) => whereabouts(c, select(c, features), positionFilterOf(c, trigger)),
  no_data: noData,
  window: windowAggregate
}

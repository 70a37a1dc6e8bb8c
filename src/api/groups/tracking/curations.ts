// Handlers of curations: corrections of positions.
import { Clock, Effect, Semaphore } from "effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import { ports } from "../../../backtest/ports.ts"
import { previewCuration } from "../../../backtest/previewCuration.ts"
import { Api } from "../../../contract/Api.ts"
import { Invalid, type Issue } from "../../../contract/http/errors.ts"
import { type CurationDraft, MAX_PREVIEWED_POSITIONS } from "../../../domain/tracking/Curation.ts"
import { Curations } from "../../../store/tracking/positions/Curations.ts"
import { page } from "../../http/paging.ts"
import { previewAnswer } from "../../backtest/ruleAnswers.ts"
import { asRefusal } from "../../http/asRefusal.ts"
import { withActor, withVisibility } from "../../access/withCaller.ts"
import { checkRange } from "../../http/timeRange.ts"

/** `MAX_AHEAD_MS` is how far a corrected time may lie in the future. */
const MAX_AHEAD_MS = 300_000

/**
 * Checks what the schema cannot: which positions are selected, and that times and places are set for one
 * position only.
 */
const check = Effect.fnUntraced(function* ({ from, position_ids, set, to }: CurationDraft) {
  yield* checkRange({ ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) })
  const now = yield* Clock.currentTimeMillis
  const isSpan = from !== undefined || to !== undefined
  const issues: ReadonlyArray<Issue | false> = [
    position_ids === undefined &&
      (from === undefined || to === undefined) && {
        pointer: "/position_ids",
        code: "NO_SELECTION",
        detail: "Name the positions, or a span with its two ends."
      },
    position_ids !== undefined &&
      isSpan && {
        pointer: "/position_ids",
        code: "SELECTION_AMBIGUOUS",
        detail: "Name the positions or a span, not both."
      },
    Object.keys(set).length === 0 && {
      pointer: "/set",
      code: "NOTHING_SET",
      detail: "Say what is to count: valid, time or geometry."
    },
    ...(["time", "geometry"] as const).map(
      (member) =>
        set[member] !== undefined &&
        position_ids?.length !== 1 && {
          pointer: `/set/${member}`,
          code: "ONE_POSITION",
          detail: "One position at a time is moved: name it in position_ids."
        }
    ),
    set.time !== undefined &&
      set.time > now + MAX_AHEAD_MS && {
        pointer: "/set/time",
        code: "TIMESTAMP_INVALID",
        detail: "The time lies in the future."
      }
  ]
  const found = issues.flatMap((issue) => (issue === false ? [] : [issue]))
  if (found.length > 0) return yield* Invalid.of(found)
})

/** `CurationsLive` lists, previews, creates and reverts curations. */
export const CurationsLive = HttpApiBuilder.group(
  Api,
  "curations",
  Effect.fnUntraced(function* (handlers) {
    const curations = yield* Curations
    const past = yield* ports
    const previewTurn = yield* Semaphore.make(1)
    return handlers.handleAll({
      list: ({ params, query, request }) =>
        withVisibility((seen) =>
          page(request, query, (window) => curations.list(params.project_id, seen, query, window))
        ),
      create: ({ params, payload }) =>
        Effect.andThen(
          check(payload),
          withActor((actor, seen) => curations.create(actor, params.project_id, seen, payload))
        ).pipe(asRefusal),
      preview: ({ params, payload }) =>
        Effect.andThen(
          check(payload),
          previewTurn.withPermit(
            withVisibility((seen) =>
              Effect.gen(function* () {
                const { project_id } = params
                const positions = yield* curations.choose(project_id, seen, payload, MAX_PREVIEWED_POSITIONS)
                const ruleIds = yield* curations.rules(project_id)
                const found = yield* previewCuration(past, project_id, seen, payload, positions, ruleIds)
                const removedEventIds = found.events.flatMap(({ eventId }) => eventId ?? [])
                return previewAnswer(found, yield* curations.told(project_id, removedEventIds))
              })
            )
          )
        ).pipe(asRefusal),
      get: ({ params }) =>
        withVisibility((seen) => curations.get(params.project_id, seen, params.curation_id)).pipe(asRefusal),
      revert: ({ params }) =>
        withActor((actor, seen) => curations.revert(actor, params.project_id, seen, params.curation_id)).pipe(
          asRefusal
        )
    })
  })
)

// Answers for corrections of positions.
import { Clock, Effect, Semaphore } from "effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import { ports } from "../../../backtest/ports.ts"
import { previewCuration } from "../../../backtest/previewCuration.ts"
import { Api } from "../../../contract/Api.ts"
import { Invalid, type Issue } from "../../../contract/http/errors.ts"
import { type CurationDraft, MAX_PREVIEWED } from "../../../domain/tracking/Curation.ts"
import { Curations } from "../../../store/tracking/positions/Curations.ts"
import { page } from "../../http/paging.ts"
import { previewAnswer } from "../../backtest/ruleAnswers.ts"
import { asRefusal } from "../../http/asRefusal.ts"
import { withActor, withVisibility } from "../../access/withCaller.ts"
import { checkRange } from "../../http/timeRange.ts"

/** How far a time that somebody gives may lie ahead, ms. */
const AHEAD_MS = 300_000

/** What types do not say: which positions are meant, and of how many something is said. */
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
      set.time > now + AHEAD_MS && {
        pointer: "/set/time",
        code: "TIMESTAMP_INVALID",
        detail: "The time lies in the future."
      }
  ]
  const found = issues.flatMap((issue) => (issue === false ? [] : [issue]))
  if (found.length > 0) return yield* Invalid.of(found)
})

export const CurationsLive = HttpApiBuilder.group(
  Api,
  "curations",
  Effect.fnUntraced(function* (handlers) {
    const curations = yield* Curations
    const past = yield* ports
    const turn = yield* Semaphore.make(1)
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
          turn.withPermit(
            withVisibility((seen) =>
              Effect.gen(function* () {
                const { project_id } = params
                const chosen = yield* curations.choose(project_id, seen, payload, MAX_PREVIEWED)
                const ruleIds = yield* curations.rules(project_id)
                const found = yield* previewCuration(past, project_id, seen, payload, chosen, ruleIds)
                const gone = found.events.flatMap(({ eventId }) => eventId ?? [])
                return previewAnswer(found, yield* curations.told(project_id, gone))
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

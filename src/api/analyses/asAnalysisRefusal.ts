// Translates failures of the store of runs into errors of the contract.
import { Effect } from "effect"
import type * as HttpServerResponse from "effect/http/HttpServerResponse"
import { TooMany, Unavailable } from "../../contract/http/errors.ts"
import { MAX_QUEUED_RUNS } from "../../domain/analysis/Run.ts"
import { TooManyQueued } from "../../store/analyses/changeRuns.ts"
import { AnalysesBusy } from "../../store/analyses/lockBriefly.ts"
import { respondRetryLater } from "../http/respondRetryLater.ts"

/** `Retry-After` where too many runs are queued, or the tables are locked. */
const RETRY_SECONDS = 30

/** Maps failures of runs only: 503 while their tables are locked, 429 with the number of queued runs. */
export const asAnalysisRefusal = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  effect.pipe(
    Effect.catch(
      (
        error
      ): Effect.Effect<HttpServerResponse.HttpServerResponse, Exclude<E, AnalysesBusy | TooManyQueued>> => {
        if (error instanceof AnalysesBusy)
          return respondRetryLater(
            new Unavailable({
              code: "ANALYSES_BUSY",
              detail: "The analyses cannot be reached now; everything else goes on."
            }),
            RETRY_SECONDS
          )
        if (!(error instanceof TooManyQueued))
          // the two classes are said otherwise
          return Effect.fail(error as Exclude<E, AnalysesBusy | TooManyQueued>)
        const { queued } = error
        return respondRetryLater(
          new TooMany({
            code: "TOO_MANY_QUEUED",
            detail:
              `${queued} runs are queued in this project, and ${MAX_QUEUED_RUNS} may be. Wait for one to ` +
              `begin.`,
            queued
          }),
          RETRY_SECONDS
        )
      }
    )
  )

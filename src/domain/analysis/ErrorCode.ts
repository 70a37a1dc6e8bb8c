// Why a run ended without a result. Specification 7.1.

/** errorCodes are the reasons why a run ended without a result. */
export const errorCodes = [
  "ANALYSIS_FAILED",
  "ANALYSIS_TIMEOUT",
  "MODULE_DISABLED",
  "INPUT_TOO_LARGE"
] as const
/** ErrorCode is the reason why a run ended without a result. */
type ErrorCode = (typeof errorCodes)[number]

/** ErrorWords explain an error code to the person who started the run, with a remedy. */
export interface ErrorWords {
  readonly title: string
  readonly remedy: string
}

/** The words of every error code. */
export const errorWords = {
  ANALYSIS_FAILED: {
    title: "The computation failed.",
    remedy:
      "Do what the error says and start the run again. If it does not say, the log of the analysis worker has " +
      "it under the id of the run."
  },
  ANALYSIS_TIMEOUT: {
    title: "The computation took too long and was stopped.",
    remedy: "Choose fewer subjects or a shorter period, or allow runs more time, and start the run again."
  },
  MODULE_DISABLED: {
    title: "The module is switched off.",
    remedy: "Switch the module on for the deployment and for the project, and start the run again."
  },
  INPUT_TOO_LARGE: {
    title: "The run is too large.",
    remedy: "Choose fewer subjects or areas, or a shorter period."
  }
} as const satisfies Readonly<Record<ErrorCode, ErrorWords>>

/** A run that failed, and what to tell the person who started it. */
export interface Failure {
  readonly code: ErrorCode
  readonly message: string
  /** id of the subject without which there would be no failure */
  readonly subjectId?: string
}

/** Longest `error_message`. Specification 2.4. */
const MAX_MESSAGE_CHARACTERS = 2000

/** The failure of a run whose module, by its label, is not one of the deployment's. */
export const moduleDisabled = (module: string): Failure =>
  failure(
    "MODULE_DISABLED",
    `The module ${module} is switched off on this deployment. Add it to ANALYSIS_MODULES, restart the ` +
      `service, and start the run again.`
  )

/** Returns a failure with its message at its bound, cut between characters. */
export const failure = (code: ErrorCode, message: string): Failure => {
  const cut = message.slice(0, MAX_MESSAGE_CHARACTERS)
  return { code, message: /[\uD800-\uDBFF]$/.test(cut) ? cut.slice(0, -1) : cut }
}

// What of the official conformance suite the endpoint does not pass, and why: all of it. Whatever else fails is a
// mistake, and so is a line here that passes.

export interface Exception {
  readonly why: string
  /** a scenario, or one check of it after a slash; `*` ends a name that begins so */
  readonly checks: ReadonlyArray<string>
}

export const exceptions: ReadonlyArray<Exception> = [
  {
    why: "calls tools of the suite's own (test_simple_text and others), which only a server made for it has",
    checks: [
      "elicitation-sep1034-defaults",
      "elicitation-sep1330-enums",
      "input-required-result-basic-elicitation",
      "input-required-result-basic-list-roots",
      "input-required-result-basic-sampling",
      "input-required-result-capability-check",
      "input-required-result-ignore-extra-params",
      "input-required-result-missing-input-response",
      "input-required-result-multi-round",
      "input-required-result-multiple-input-requests",
      "input-required-result-request-state",
      "input-required-result-result-type",
      "input-required-result-tampered-state",
      "json-schema-2020-12",
      "server-stateless/sep-2575-http-server-no-independent-requests-on-stream",
      "server-stateless/sep-2575-missing-capability-http-400",
      "server-stateless/sep-2575-server-no-log-without-loglevel",
      "server-stateless/sep-2575-server-rejects-undeclared-capability",
      "tools-call-audio",
      "tools-call-elicitation",
      "tools-call-embedded-resource",
      "tools-call-error",
      "tools-call-image",
      "tools-call-mixed-content",
      "tools-call-sampling",
      "tools-call-simple-text",
      "tools-call-with-logging",
      "tools-call-with-progress"
    ]
  },
  {
    why: "reads resources and prompts of the suite's own (test://static-text, test_simple_prompt and others)",
    checks: [
      "completion-complete",
      "input-required-result-non-tool-request",
      "prompts-get-embedded-resource",
      "prompts-get-simple",
      "prompts-get-with-args",
      "prompts-get-with-image",
      "resources-read-binary",
      "resources-read-text",
      "resources-templates-read"
    ]
  },
  {
    why: "there are no prompts: the newest revision answers that there is no such method",
    checks: ["caching/sep-2549-prompts-list-caching-hints", "prompts-list"]
  },
  {
    why: "resources are a part of the program and change with it alone, so none can be subscribed to",
    checks: ["resources-subscribe", "resources-unsubscribe"]
  },
  {
    why: "no tool has an argument that is sent as a header",
    checks: ["http-custom-header-server-validation"]
  },
  {
    why: "an extension, and the server does not say that it has it",
    checks: ["tasks-*"]
  },
  {
    why: "no page of a browser may use the endpoint, not even one of this machine; that others may not is checked",
    checks: ["dns-rebinding-protection/localhost-host-valid-accepted"]
  }
]

const covers = (pattern: string, scenario: string, check: string): boolean =>
  pattern.endsWith("*")
    ? scenario.startsWith(pattern.slice(0, -1))
    : pattern === scenario || pattern === `${scenario}/${check}`

/** The line that names a check, if one does. */
export const exceptionFor = (scenario: string, check: string): string | undefined =>
  exceptions.flatMap(({ checks }) => checks).find((pattern) => covers(pattern, scenario, check))

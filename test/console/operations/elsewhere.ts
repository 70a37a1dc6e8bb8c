// Changing operations that are looked for on no page: those of other callers, and a few exceptions, each with its
// reason.

/** elsewhere are operations for other callers than the pages of a project, by pattern, each with its reason. */
export const elsewhere: ReadonlyArray<readonly [pattern: RegExp, reason: string]> = [
  [/^POST \/ingest\//, "devices and servers report with the token of their source"],
  [/ \/projects\/:project_id\/(members|roles)\b/, "administrators of a project set up members by program"],
  [/ \/users\b/, "server admins set up accounts by program"],
  [/ \/projects\/:project_id\/exports\b/, "programs order exports and fetch their files"],
  [/ \/auth\//, "of one's own account, which has walks of its own"],
  [/ \/consents\//, "AI clients lead people to the page that asks for consent"]
]

export const MAX_EXCEPTIONS = 8

/** exceptions are operations without a page, or with a control that a walk cannot meet, each with its reason. */
export const exceptions: ReadonlyMap<string, string> = new Map([
  [
    "POST /projects/:project_id/rules/:rule_id/test",
    "the bench tests the draft, which the saved document is until it is changed"
  ],
  [
    "POST /projects/:project_id/analyses/:run_id/cancel",
    "its button stands while a run is under way, and a run of a walk is over at once"
  ]
])

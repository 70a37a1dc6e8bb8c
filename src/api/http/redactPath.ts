// Removes secrets from paths before they are logged: some senders can only put their token into the URL,
// others do so by mistake.

/** Matches what follows the data source in paths of ingest: phones put their token there. */
const phones = /^(\/api\/v1\/ingest\/[^/]*\/[^/]*\/).+/

/**
 * Matches our secrets: tokens of users and clients (`pug_`), of data sources (`src_`), keys of webhooks
 * (`whsec_`).
 */
const secrets = /(pug_|src_|whsec_)[\w+=-]{8,}/g

/** Returns the path of a URL without its query and secrets, at most 500 characters. */
export const redactPath = (url: string): string =>
  url.split("?", 1)[0]!.replace(phones, "$1…").replaceAll(secrets, "$1…").slice(0, 500)

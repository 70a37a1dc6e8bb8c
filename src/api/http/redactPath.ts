// A path as it may be kept in logs: without the secrets that callers put into it, some because a phone can do
// nothing else, some by mistake.

/** Where a phone has its token, however the rest of the path is written. */
const phones = /^(\/api\/v1\/ingest\/[^/]*\/[^/]*\/).+/

/** What our secrets look like: tokens of people and programs, of data sources, and the keys of webhooks. */
const secrets = /(pug_|src_|whsec_)[\w+=-]{8,}/g

/** The path of a URL, without its query; at most 500 characters. */
export const redactPath = (url: string): string =>
  url.split("?", 1)[0]!.replace(phones, "$1…").replaceAll(secrets, "$1…").slice(0, 500)

// The page for a user whose client sent an invalid request, and who cannot be redirected back, because the
// redirect URI itself may be wrong.
import { escapeHtml } from "../guide/escapeHtml.ts"

/** `ERROR_POLICY` is the content security policy of the page: it loads, runs and submits nothing. */
export const ERROR_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** Returns the HTML of the page. */
export const errorPage = (code: string, detail: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>This request cannot be answered · Pugmark</title>
<style>
body { margin: 0; min-height: 100vh; display: grid; place-items: center; font: 16px/1.5 system-ui, sans-serif;
  background: Canvas; color: CanvasText }
main { max-width: 34rem; padding: 24px }
h1 { font-size: 1.25rem; line-height: 1.25; margin: 0 0 8px }
code { font-size: 0.875rem }
</style>
</head>
<body>
<main>
<h1>The program that sent you here asked for something that cannot be answered</h1>
<p>Nothing was given to it. Go back to it and connect again; if this page comes back, tell whoever makes it
what stands below.</p>
<p><code>${escapeHtml(code)}: ${escapeHtml(detail)}</code></p>
<p><a href="/">To Pugmark</a></p>
</main>
</body>
</html>
`

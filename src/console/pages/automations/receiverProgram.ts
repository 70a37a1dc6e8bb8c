// A whole receiver of webhooks, as the guide shows it.

/** RECEIVER_PROGRAM is the source of a webhook receiver that verifies signatures. */
export const RECEIVER_PROGRAM = `import { createServer } from "node:http"
import { text } from "node:stream/consumers"
import { Webhook } from "standardwebhooks"

const webhook = new Webhook(process.env.SECRET)

createServer(async (request, response) => {
  try {
    const { data } = webhook.verify(await text(request), request.headers)
    console.log(request.headers["webhook-id"], data.event?.title ?? "a test")
    response.writeHead(204).end()
  } catch {
    response.writeHead(401).end()
  }
}).listen(Number(process.env.PORT ?? 9000))
`

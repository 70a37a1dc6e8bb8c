// The caller's own Telegram chat, which automations may write to.
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as OpenApi from "effect/http-api/OpenApi"
import { ChatCode, ChatLink } from "../../../domain/automation/ChatLink.ts"
import { Needs } from "../../http/authorization.ts"
import { docs } from "../../http/docs.ts"

/** Telegram is the group of endpoints that read the caller's chat, link it and remove the link. */
export class Telegram extends HttpApiGroup.make("telegram")
  .add(
    HttpApiEndpoint.get("get", "/", { success: ChatLink })
      .annotate(Needs, "account")
      .annotateMerge(
        docs(
          "Read your chat link",
          "Whether a Telegram chat is linked to you, and the user id that a telegram action names."
        )
      ),
    HttpApiEndpoint.post("makeCode", "/", { success: ChatCode })
      .annotate(Needs, "account")
      .annotateMerge(
        docs(
          "Ask for a code that links a chat",
          "Send `/start CODE` to the bot within ten minutes, in the chat that is to be linked. The " +
            "code works once, and replaces the one before."
        )
      ),
    HttpApiEndpoint.delete("unlink", "/")
      .annotate(Needs, "account")
      .annotateMerge(
        docs(
          "Unlink your chat",
          "Messages of automations to you are skipped from now on. A code that was not used yet is " +
            "worth nothing any more."
        )
      )
  )
  .annotate(OpenApi.Title, "Telegram")
  .annotate(OpenApi.Description, "The Telegram chat that automations reach you in.")
  .prefix("/auth/me/telegram") {}

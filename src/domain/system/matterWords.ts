// A matter as messages: what is wrong, and what to do about it. Requests of the API are not among them: they stand
// beside.
import { matters } from "../../words/en/messages/matters.ts"
import { type Message, messageText } from "../../words/message.ts"
import { MAX_RULES } from "../rule/limits.ts"
import { type Attention, type AttentionCode, type Matter, RECENT_HOURS, STUCK_MINUTES } from "./Attention.ts"
import { actionOf, apiOf } from "./remediation.ts"

const severities: Readonly<Record<AttentionCode, Attention["severity"]>> = {
  RULE_FAILING: "critical",
  DEVICE_SILENT: "warning",
  UNKNOWN_IDENTITIES: "warning",
  METRIC_UNDEFINED: "info",
  METRIC_LIMIT: "warning",
  CLOCK_WRONG: "warning",
  POSITIONS_WITHOUT_FIX: "warning",
  PAYLOADS_REFUSED: "warning",
  SOURCE_DISCONNECTED: "critical",
  JOB_STUCK: "warning",
  JOB_FAILED: "warning",
  DELIVERIES_FAILED: "critical",
  RULES_OVER_LIMIT: "warning",
  RULE_SET_UNUSABLE: "critical",
  RULE_STORM: "warning"
}

const detailOf = (matter: Matter): Message => {
  const { code, count, ended_at, name, object_id, said, silent_hours, type } = matter
  return {
    code: `${code}.${ended_at === null ? "detail" : "was"}`,
    args: {
      // of a metric the key
      name: code === "METRIC_UNDEFINED" ? object_id : (name ?? object_id),
      count,
      ...(said === null ? {} : { said }),
      silentHours: silent_hours,
      recentHours: RECENT_HOURS,
      stuckMinutes: STUCK_MINUTES,
      isRule: type === "rule" ? 1 : 0,
      ...(code === "RULES_OVER_LIMIT" ? { most: MAX_RULES } : {})
    }
  }
}

/** Returns a matter of a project in words, with where it is mended. */
export const inWords = (projectId: string, matter: Matter): Attention => {
  const isOver = matter.ended_at !== null
  const detail = detailOf(matter)
  const remedy: Message = { code: `${matter.code}.remedy` }
  return {
    id: matter.id,
    code: matter.code,
    severity: severities[matter.code],
    since: matter.since,
    ended_at: matter.ended_at,
    object: { type: matter.type, id: matter.object_id, name: matter.name },
    count: matter.count,
    detail: messageText(detail, matters)!,
    detail_message: detail,
    remedy: messageText(remedy, matters)!,
    remedy_message: remedy,
    action: isOver ? null : actionOf(matter),
    api: isOver ? null : apiOf(projectId, matter)
  }
}

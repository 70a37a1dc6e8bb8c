// The remediation of a problem: the page a person opens or the action they take, and the request that programs send.
import * as Schema from "effect/Schema"
import type { Permission } from "../access/Permission.ts"
import { Uuid } from "../schemas.ts"
import type { ActionKind, AttentionAction, AttentionCode, Matter } from "./Attention.ts"

const isId = Schema.is(Uuid)

const subject = ({ name, object_id, type }: Matter): AttentionAction["object"] => ({
  type,
  id: object_id,
  name
})

const act = (
  kind: ActionKind,
  permission: Permission,
  object: AttentionAction["object"],
  { code = null, since = null }: Partial<Pick<AttentionAction, "code" | "since">> = {}
): AttentionAction => ({ kind, object, code, since, permission })

/** Returns a device and no other kind of subject: a failed export has traces of the project alone. */
const deviceOf = (matter: Matter) => (matter.type === "device" ? subject(matter) : null)

const actions: Readonly<Record<AttentionCode, (matter: Matter) => AttentionAction | null>> = {
  RULE_FAILING: (m) => act("open_rule", "rules:write", subject(m)),
  DEVICE_SILENT: (m) =>
    m.carrier === null
      ? act("open_device", "project:read", subject(m))
      : act("open_entity", "project:read", { type: "entity", ...m.carrier }),
  UNKNOWN_IDENTITIES: (m) => act("register_devices", "devices:write", subject(m)),
  METRIC_UNDEFINED: (m) => act("define_metric", "project:write", subject(m)),
  METRIC_LIMIT: () => act("open_traces", "traces:read", null, { code: "METRIC_LIMIT" }),
  CLOCK_WRONG: (m) => act("open_traces", "traces:read", subject(m), { code: "TIMESTAMP_INVALID" }),
  PAYLOADS_REFUSED: (m) => act("open_source", "traces:read", subject(m)),
  POSITIONS_WITHOUT_FIX: (m) => act("open_source", "traces:read", subject(m)),
  SOURCE_DISCONNECTED: (m) => act("test_source", "integrations:write", subject(m)),
  // what is missing is a worker: that is seen there, and started on its machine
  JOB_STUCK: () => act("open_health", "project:read", null),
  JOB_FAILED: (m) => act("open_traces", "traces:read", deviceOf(m), { code: "JOB_FAILED" }),
  // of an automation that was removed the name is left, and its address went with it
  DELIVERIES_FAILED: (m) =>
    isId(m.object_id) ? act("redeliver", "automations:write", subject(m), { since: m.recent_since }) : null,
  RULES_OVER_LIMIT: () => act("open_rules", "rules:write", null),
  // features are changed on the map, rules in their list: the reason says which
  RULE_SET_UNUSABLE: () => act("open_rules", "rules:write", null),
  RULE_STORM: (m) =>
    m.type !== "rule"
      ? act("open_rules", "rules:write", null)
      : m.said === "deleted" || m.said === "archived"
        ? null // it is out of the way already, and what it left is caught up with
        : act("open_rule", "rules:write", subject(m))
}

/** Returns the action that solves a problem; null where no page or action of the service does. */
export const actionOf = (matter: Matter): AttentionAction | null => actions[matter.code](matter)

const paths: Readonly<Record<AttentionCode, (project: string, matter: Matter) => string | null>> = {
  RULE_FAILING: (p, m) => `GET ${p}/traces?rule_id=${m.object_id}&status=failed`,
  DEVICE_SILENT: (p, m) => `GET ${p}/traffic?device_id=${m.object_id}`,
  UNKNOWN_IDENTITIES: () => "POST /unknown-identities/create-devices",
  METRIC_UNDEFINED: (p, m) => `PATCH ${p}/metrics/${encodeURIComponent(m.object_id)}`,
  METRIC_LIMIT: (p) => `GET ${p}/traces?code=METRIC_LIMIT`,
  CLOCK_WRONG: (p, m) => `GET ${p}/traces?device_id=${m.object_id}&code=TIMESTAMP_INVALID`,
  PAYLOADS_REFUSED: (_, m) => `GET /data-sources/${m.object_id}/traffic?status=rejected&include=payload`,
  POSITIONS_WITHOUT_FIX: (_, m) => `GET /data-sources/${m.object_id}/traffic?status=accepted&include=payload`,
  SOURCE_DISCONNECTED: (_, m) => `POST /data-sources/${m.object_id}/test`,
  JOB_STUCK: () => "GET /system/health",
  JOB_FAILED: (p, m) => (m.type === "device" ? `GET /devices/${m.object_id}/jobs` : `POST ${p}/exports`),
  DELIVERIES_FAILED: (p, m) => (isId(m.object_id) ? `POST ${p}/deliveries/redeliver` : null),
  RULES_OVER_LIMIT: (p) => `DELETE ${p}/rules/{rule_id}`,
  RULE_SET_UNUSABLE: (p) => `GET ${p}/features`,
  RULE_STORM: (p, m) => (m.type === "rule" ? `PATCH ${p}/rules/${m.object_id}` : `GET ${p}/rules`)
}

/** Returns the request that solves the problem or says more: method and path below `/api/v1`. */
export const apiOf = (projectId: string, matter: Matter): string | null =>
  paths[matter.code](`/projects/${projectId}`, matter)

// Which page or action of the console solves an issue, by the action that the server names.
import { words } from "../../../words/language.ts"
import { sentenceOf } from "../../data/api/Refused.ts"
import { type Matter, type MatterAction, redeliverAll } from "../../data/attention.ts"
import { queryClient } from "../../data/queryClient.ts"
import { type SourceTest, sourceTest } from "../../data/sources.ts"
import { toast } from "../../shell/toasts.ts"

/** A link to a page of the project. */
type Lead =
  | {
      readonly to:
        | "/p/$slug/rules"
        | "/p/$slug/operate/sources"
        | "/p/$slug/operate/identities"
        | "/p/$slug/operate/health"
      readonly params: { readonly slug: string }
    }
  | {
      readonly to: "/p/$slug/operate/devices/$device"
      readonly params: { readonly slug: string; readonly device: string }
    }
  | {
      readonly to: "/p/$slug/operate/metrics"
      readonly params: { readonly slug: string }
      readonly search: { readonly sel?: string }
    }
  | { readonly to: "/p/$slug/rules/$rule"; readonly params: { readonly slug: string; readonly rule: string } }
  | {
      readonly to: "/p/$slug/animals/$entity"
      readonly params: { readonly slug: string; readonly entity: string }
    }
  | {
      readonly to: "/p/$slug/operate/traces"
      readonly params: { readonly slug: string }
      readonly search: { readonly code?: string; readonly device?: string }
    }

/** A button: its label, and the link or the action behind it, which may return a result to show beside. */
export type Mending =
  | { readonly word: string; readonly lead: Lead }
  | { readonly word: string; readonly run: () => Promise<string | null> }

interface Place {
  readonly id: string
  readonly slug: string
  /** the project's word for a tracked entity */
  readonly word: string
}

const testResult = ({ checks, ok }: SourceTest, name: string): string => {
  const first = checks.find((check) => !check.ok)
  return ok || first === undefined
    ? words.operate.sourceWorks({ name })
    : [first.detail, first.remedy].filter((text) => text !== null).join(" ")
}

interface Asked {
  readonly action: MatterAction
  readonly matter: Matter
  readonly place: Place
}

const byKind: Readonly<Record<MatterAction["kind"], (asked: Asked) => Mending | null>> = {
  open_rule: ({ action: { object }, place: { slug } }) =>
    object === null
      ? null
      : {
          word: words.operate.actions.openRule,
          lead: { to: "/p/$slug/rules/$rule", params: { slug, rule: object.id } }
        },
  open_rules: ({ place: { slug } }) => ({
    word: words.operate.actions.openRules,
    lead: { to: "/p/$slug/rules", params: { slug } }
  }),
  open_entity: ({ action: { object }, place: { slug, word } }) =>
    object === null
      ? null
      : {
          word: words.operate.actions.openEntity({ one: word }),
          lead: { to: "/p/$slug/animals/$entity", params: { slug, entity: object.id } }
        },
  open_source: ({ place: { slug } }) => ({
    word: words.operate.actions.openSources,
    lead: { to: "/p/$slug/operate/sources", params: { slug } }
  }),
  open_health: ({ place: { slug } }) => ({
    word: words.operate.actions.openHealth,
    lead: { to: "/p/$slug/operate/health", params: { slug } }
  }),
  register_devices: ({ place: { slug } }) => ({
    word: words.operate.actions.createDevices,
    lead: { to: "/p/$slug/operate/identities", params: { slug } }
  }),
  open_traces: ({ action: { code, object }, place: { slug } }) => ({
    word: words.operate.actions.openTraces,
    lead: {
      to: "/p/$slug/operate/traces",
      params: { slug },
      search: {
        ...(code === null ? {} : { code }),
        ...(object?.type === "device" ? { device: object.id } : {})
      }
    }
  }),
  test_source: ({ action: { object } }) =>
    object === null
      ? null
      : {
          word: words.operate.actions.testSource,
          run: () =>
            queryClient
              .fetchQuery({ ...sourceTest(object.id), staleTime: 0 })
              .then((test) => testResult(test, object.name ?? object.id), sentenceOf)
        },
  redeliver: ({ action: { object, since }, matter: { count }, place: { id } }) =>
    object === null || since === null
      ? null
      : {
          word: words.operate.actions.redeliver({ count }),
          run: () =>
            redeliverAll(id, object.id, since).then((again) => {
              toast(words.operate.redelivered({ count: again, name: object.name ?? object.id }))
              return null
            }, sentenceOf)
        },
  open_device: ({ action: { object }, place: { slug } }) =>
    object === null
      ? null
      : {
          word: words.operate.actions.openDevice,
          lead: { to: "/p/$slug/operate/devices/$device", params: { slug, device: object.id } }
        },
  define_metric: ({ action: { object }, place: { slug } }) => ({
    word: words.operate.actions.defineMetric,
    lead: {
      to: "/p/$slug/operate/metrics",
      params: { slug },
      search: object === null ? {} : { sel: object.id }
    }
  })
}

/** The button that solves an issue; null: the console has none. */
export const mendingOf = (matter: Matter, place: Place): Mending | null =>
  matter.action === null ? null : byKind[matter.action.kind]({ action: matter.action, matter, place })

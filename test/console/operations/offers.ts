// Where each changing operation is on screen: the page, what is pressed first, and the control that leads to it.
import type { Page } from "playwright-core"
import type { OpenedWorld } from "./openedWorld.ts"

type Role = Parameters<Page["getByRole"]>[0]

/** Control is what readers of screens are told of a control: its role and its name. */
export interface Control {
  readonly role: Role
  readonly name: string | RegExp
  /** typed into it before the next is looked for */
  readonly text?: string
}

/** Offer is where an operation is on screen. */
export interface Offer {
  readonly page: (world: OpenedWorld) => string
  /** pressed, or typed into, in this order, before the control is there */
  readonly first: (world: OpenedWorld) => ReadonlyArray<Control>
  readonly control: (world: OpenedWorld) => Control
}

const button = (name: string | RegExp): Control => ({ role: "button", name })
const box = (name: string | RegExp): Control => ({ role: "checkbox", name })
const typed = (name: string | RegExp, text: string): Control => ({ role: "textbox", name, text })

type OfWorld<A> = A | ((world: OpenedWorld) => A)

const resolve =
  <A>(given: OfWorld<A>) =>
  (world: OpenedWorld): A =>
    typeof given === "function" ? (given as (world: OpenedWorld) => A)(world) : given

const at = (
  page: (world: OpenedWorld) => string,
  control: OfWorld<Control>,
  first: OfWorld<ReadonlyArray<Control>> = []
): Offer => ({ page, first: resolve(first), control: resolve(control) })

const of =
  (path: string) =>
  ({ path: project }: OpenedWorld): string =>
    `${project}${path}`

const live = of("/live"),
  areas = of("/live?tool=areas"),
  settings = of("/project/settings"),
  groups = of("/animals/groups"),
  sources = of("/operate/sources"),
  identities = of("/operate/identities"),
  metrics = of("/operate/metrics?view=all"),
  alerts = of("/alerts")
const animal = ({ entity, path }: OpenedWorld) => `${path}/animals/${entity}`
const device = ({ device: id, path }: OpenedWorld) => `${path}/operate/devices/${id}`
const rule = ({ path }: OpenedWorld) => `${path}/rules/new?template=geofence_exit`
const event = ({ event: id, path }: OpenedWorld) => `${path}/events/${id}`
const otherEvent = ({ other, path }: OpenedWorld) => `${path}/events/${other.event}`
const run = ({ path, run: id }: OpenedWorld) => `${path}/analyses/${id}`
const automation = ({ automation: id, path }: OpenedWorld) => `${path}/automations?sel=${id}`

const collar = "More about Collar of Alma"
const calves = [button("More about Calves")]
const source = ({ word }: OpenedWorld) => [button(`More about Collars of ${word}`)]
const inProject = ({ word }: OpenedWorld) => [button(`${collar} in Herd ${word}`)]
const home = [button(/^Home/)]
const another = button("Another animal wore it…")

/** offers are all of them, by operation. */
export const offers: ReadonlyMap<string, Offer> = new Map([
  // the first: the job that it is about is held up for two minutes
  ["POST /devices/:device_id/attribution-jobs/:job_id/cancel", at(device, button("Cancel"))],
  ["POST /projects", at(live, button("New project"), ({ word }) => [button(`Herd ${word}`)])],
  ["PATCH /projects/:project_id", at(settings, button("Save"), [typed("Name", "Upper alp")])],
  ["DELETE /projects/:project_id", at(settings, button("Delete the project"))],
  ["POST /demo", at(({ empty }) => `${empty}/live`, button("Load the demo"))],

  ["POST /entity-types", at(groups, button("Type"))],
  ["PATCH /entity-types/:entity_type_id", at(groups, button("Rename"), [button("More about the type Cow")])],
  ["DELETE /entity-types/:entity_type_id", at(groups, button("Remove"), [button("More about the type Cow")])],
  ["POST /projects/:project_id/groups", at(groups, button("Group"))],
  ["PATCH /projects/:project_id/groups/:group_id", at(groups, button("Rename"), calves)],
  ["DELETE /projects/:project_id/groups/:group_id", at(groups, button("Remove"), calves)],

  ["POST /projects/:project_id/entities", at(of("/animals"), button("Add animal"))],
  ["PATCH /projects/:project_id/entities/:entity_id", at(animal, button("Change"))],
  [
    "DELETE /projects/:project_id/entities/:entity_id",
    at(animal, button("Remove for good"), [button("More about Alma"), button("Archive")])
  ],

  ["POST /projects/:project_id/features", at(areas, button(/^Draw/))],
  ["POST /projects/:project_id/features/import", at(areas, button("Import a file"))],
  ["PATCH /projects/:project_id/features/:feature_id", at(areas, button(/^Change/), home)],
  ["DELETE /projects/:project_id/features/:feature_id", at(areas, button("Remove"), home)],

  ["POST /devices", at(of("/operate/devices"), button("Add device"))],
  ["PATCH /devices/:device_id", at(device, button("Change"))],
  ["DELETE /devices/:device_id", at(device, button("Remove"), [button(collar)])],
  ["POST /devices/:device_id/release", at(device, button("Release"), [button(collar)])],
  ["POST /devices/:device_id/identities", at(device, button("Number"))],
  ["DELETE /devices/:device_id/identities/:identity_id", at(device, button("Take the number Alma away"))],
  ["POST /devices/:device_id/project-assignments", at(device, button("Move…"))],
  [
    "PATCH /devices/:device_id/project-assignments/:assignment_id",
    at(device, button("Correct the dates"), inProject)
  ],
  [
    "DELETE /devices/:device_id/project-assignments/:assignment_id",
    at(device, button("It never was there"), inProject)
  ],
  [
    "POST /devices/:device_id/reattribute",
    at(
      ({ other, path }) => `${path}/operate/devices/${other.device}`,
      button("Re-check who wore it, for all records")
    )
  ],
  [
    "POST /projects/:project_id/entity-assignments",
    at(animal, button("Put a tag on"), [button("More about Alma")])
  ],
  ["POST /projects/:project_id/entity-assignments/preview", at(device, another)],
  ["POST /projects/:project_id/entity-assignments/batch", at(device, another)],
  [
    "PATCH /projects/:project_id/entity-assignments/:assignment_id",
    at(device, button("Take it off"), [button(`${collar} on Alma`)])
  ],
  [
    "DELETE /projects/:project_id/entity-assignments/:assignment_id",
    at(device, button("It never wore it"), [button(`${collar} on Alma`)])
  ],

  ["POST /metrics", at(metrics, button("New metric"))],
  ["PATCH /metrics/:metric_key", at(metrics, button("Change battery_voltage"))],
  ["DELETE /metrics/:metric_key", at(metrics, button("Remove battery_voltage"))],
  ["PATCH /projects/:project_id/metrics/:metric_key", at(metrics, button("Define rumination"))],
  ["DELETE /projects/:project_id/metrics/:metric_key", at(metrics, button("Remove rumination"))],

  ["POST /data-sources", at(of("/operate/sources/new"), button("Create source"))],
  ["PATCH /data-sources/:data_source_id", at(sources, button("Close"))],
  ["DELETE /data-sources/:data_source_id", at(sources, button("Remove"), source)],
  ["POST /data-sources/:data_source_id/rotate-token", at(sources, button("New token"))],
  ["POST /data-sources/:data_source_id/test", at(sources, button("Test"))],

  ...["", "/:import_id/enrolments", "/:import_id/rows", "/:import_id/finish"].map(
    (rest) =>
      [
        `POST /projects/:project_id/imports${rest}`,
        at(of("/import"), { role: "button", name: /^Choose a file/ } as const)
      ] as const
  ),

  [
    "POST /projects/:project_id/imports/:import_id/removal",
    at(of("/import"), button("Take back: herd-2026.csv"))
  ],

  [
    "POST /unknown-identities/create-devices",
    at(identities, button("Create devices…"), ({ word }) => [box(`${word}-stranger`)])
  ],
  [
    "POST /unknown-identities/ignore",
    at(identities, button("Ignore"), ({ word }) => [box(`${word}-stranger`)])
  ],
  [
    "POST /unknown-identities/unignore",
    at(of("/operate/identities?view=ignored"), button("Stop ignoring"), ({ word }) => [
      box(`${word}-ignored`)
    ])
  ],

  ...["", "/preview"].map(
    (rest) =>
      [
        `POST /projects/:project_id/curations${rest}`,
        at(({ entity, path }) => `${path}/animals/${entity}/fixes`, box(/^The fix of/))
      ] as const
  ),
  [
    "POST /projects/:project_id/curations/:curation_id/revert",
    at(({ other, path }) => `${path}/animals/${other.entity}/fixes`, button(/^Undo: /))
  ],

  ["POST /projects/:project_id/rules", at(rule, button(/^Enable/))],
  ["POST /projects/:project_id/rules/check", at(rule, typed("Title", ""))],
  [
    "POST /projects/:project_id/rules/test-document",
    at(rule, { role: "combobox", name: "How much of the past" })
  ],
  ["POST /projects/:project_id/rules/stress-document", at(rule, button("Try it with disturbed records"))],
  ["PATCH /projects/:project_id/rules/:rule_id", at(of("/rules"), { role: "switch", name: "Geofence exit" })],
  [
    "DELETE /projects/:project_id/rules/:rule_id",
    at(({ path, sound }) => `${path}/rules/${sound}`, button("Archive"), [button("More about Geofence exit")])
  ],
  [
    "PUT /projects/:project_id/rules/:rule_id/document",
    at(({ path, sound }) => `${path}/rules/${sound}`, button(/^Save draft/), [
      typed("Title", "{entity} is out")
    ])
  ],
  ["PUT /projects/:project_id/rules/:rule_id/snoozes/:subject_id", at(event, button("Snooze…"))],
  [
    "DELETE /projects/:project_id/rules/:rule_id/snoozes/:subject_id",
    at(otherEvent, button("End the snooze"))
  ],

  ["POST /projects/:project_id/events", at(live, button(/^Report/))],
  ["POST /projects/:project_id/events/:event_id/verify", at(event, button("Verify"))],
  ["POST /projects/:project_id/alerts/:alert_id/resolve", at(alerts, button(/^Resolve…/))],
  ["POST /projects/:project_id/alerts/:alert_id/reopen", at(otherEvent, button(/^Reopen…/))],
  ["POST /projects/:project_id/alerts/:alert_id/acknowledge", at(event, button(/^Acknowledge/))],
  ["POST /projects/:project_id/alerts/:alert_id/undo", at(event, button("Undo"), [button(/^Acknowledge/)])],

  ["POST /projects/:project_id/automations", at(of("/automations?sel=new"), button(/^Create/))],
  [
    "POST /projects/:project_id/automations/preview",
    at(automation, { role: "slider", name: "How old an event may be" })
  ],
  [
    "PATCH /projects/:project_id/automations/:automation_id",
    at(automation, button(/^Save(?! and)/), [typed("Name of the automation", "Tell them")])
  ],
  [
    "DELETE /projects/:project_id/automations/:automation_id",
    at(automation, button("Remove…"), [button("More")])
  ],
  [
    "POST /projects/:project_id/automations/:automation_id/actions/:action_id/rotate-secret",
    at(automation, button("New secret…"))
  ],
  ["POST /projects/:project_id/automations/:automation_id/test", at(automation, button(/^Send a test/))],
  ["POST /projects/:project_id/deliveries/:delivery_id/redeliver", at(automation, button("Redeliver"))],
  [
    "POST /projects/:project_id/deliveries/redeliver",
    at(automation, button(/^Redeliver ./), [button("Failed")])
  ],

  [
    "POST /traces/:trace_id/resend",
    at(({ path, trace }) => `${path}/operate/traces/${trace}`, button("Send again"))
  ],

  [
    "POST /projects/:project_id/analyses",
    at(({ entity, path }) => `${path}/analyses/new?animals=${entity}`, button(/^Start run/))
  ],
  ["PATCH /projects/:project_id/analyses/:run_id", at(run, button("Keep"))],
  ["POST /projects/:project_id/analyses/:run_id/rerun", at(run, button("Re-run"))],
  ["DELETE /projects/:project_id/analyses/:run_id", at(run, button("Delete"))]
] satisfies ReadonlyArray<readonly [string, Offer]>)

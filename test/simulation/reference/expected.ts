// The events that a subject's history should have, rule by rule, straight from what rules mean
// (sections 3 to 6) and of specification 3.1. Slow and plain: every moment looks back through everything.
import type { ConditionNode } from "../../../src/domain/rule/ConditionNode.ts"
import type { RuleDocument } from "../../../src/domain/rule/Document.ts"
import type { Trigger } from "../../../src/domain/rule/Trigger.ts"
import type { DeviceState, Observation } from "../../../src/domain/rule/Observation.ts"
import type { RuleSetRows, RuleRow } from "../../../src/engine/ports.ts"
import { brokenDocument } from "../Story.ts"
import {
  DAYS_7,
  isAskedAt,
  isInScope,
  isOfDevices,
  type Moment,
  type Past,
  remembered,
  revisionIn,
  seesPosition,
  selectedIn,
  type Sighting,
  sightingAt,
  type Truth,
  truthOf
} from "./Past.ts"

export interface Expected {
  readonly ruleId: string
  readonly version: number
  readonly kind: "rise" | "reminder" | "enter" | "exit"
  readonly area: string | null
  readonly at: number
  readonly alert: boolean
  /** when the episode ended; null: it is open or has none; "dropped": with its rule */
  ended: number | "dropped" | null
}

export interface Verdict {
  readonly events: ReadonlyArray<Expected>
  /** what the rule should remember at the end */
  readonly left: {
    readonly active: boolean
    readonly since: number | null
    readonly lastFired: number | null
    readonly holds: number
  }
  /**
   * Stretches of time about which nothing is said: two versions of different kinds of trigger overlap there,
   * or one that no record met may have judged by its timer or not.
   */
  readonly blurred: ReadonlyArray<readonly [number, number]>
}

/** From `after` on, not at it, the rule is this version. */
interface Turn {
  readonly after: number
  /**
   * where in the order of moments it takes over: of one moment its records come first, and half a millisecond
   * later its ticks
   */
  readonly place: number
  /** newest of what the version before was asked about: records, or ticks where it had a schedule */
  readonly floor: number
  readonly row: RuleRow | null
  readonly ruleSet: RuleSetRows
  /** `after` is a deadline that the version before has judged */
  readonly isJudged: boolean
}

interface Cross {
  readonly relation: "enter" | "exit"
  readonly area: string
}

/** A crossing on its way to fire. */
interface Held {
  readonly branch: number
  readonly named: Cross
  readonly crossed: ReadonlyArray<Cross>
  /** how the areas were drawn when they were crossed */
  readonly drawn: ReadonlyMap<string, number | null>
  readonly since: number
  /** its version had no largest gap: it has a deadline */
  readonly isTimed: boolean
  overdue: boolean
}

type SpatialNode = Extract<ConditionNode, { readonly type: "spatial" }>
const isCrossing = (n: ConditionNode): n is SpatialNode =>
  "type" in n && n.type === "spatial" && (n.relation === "enter" || n.relation === "exit")

interface Branch {
  readonly crossings: ReadonlyArray<SpatialNode>
  readonly guard: ConditionNode | null
}

interface Parts {
  readonly branches: ReadonlyArray<Branch>
  readonly level: ConditionNode | null
}

const hasCrossing = (n: ConditionNode): boolean =>
  "all" in n
    ? n.all.some(hasCrossing)
    : "any" in n
      ? n.any.some(hasCrossing)
      : "not" in n
        ? hasCrossing(n.not)
        : isCrossing(n)

/**
 * Crossings fire by themselves in `any`, and together with everything beside them in `all`; what is left is
 * the level (section 4).
 */
const partsOf = remembered((node: ConditionNode): Parts => {
  if (!hasCrossing(node)) return { branches: [], level: node }
  if ("any" in node) {
    const levels = node.any.filter((n) => !hasCrossing(n))
    return {
      branches: node.any.filter(hasCrossing).flatMap((n) => partsOf(n).branches),
      level: levels.length === 0 ? null : { any: levels }
    }
  }
  const members = "all" in node ? node.all : [node],
    levels = members.filter((n) => !hasCrossing(n))
  return {
    branches: [
      { crossings: members.filter(isCrossing), guard: levels.length === 0 ? null : { all: levels } }
    ],
    level: null
  }
})

const leavesOf = (n: ConditionNode): ReadonlyArray<ConditionNode> =>
  "all" in n
    ? n.all.flatMap(leavesOf)
    : "any" in n
      ? n.any.flatMap(leavesOf)
      : "not" in n
        ? leavesOf(n.not)
        : [n]

/** Whether a level asks for nothing but where somebody is. */
const isOfPlaces = remembered((level: ConditionNode) =>
  leavesOf(level).every((n) => "type" in n && n.type === "spatial")
)

const documentOf = (row: RuleRow): RuleDocument => row.document as RuleDocument
const isSchedule = (row: RuleRow): boolean => documentOf(row).trigger.kind === "schedule"

/**
 * A tick in the instant at which records gave way to ticks may have been judged by either. What it found
 * shows at the next one too, or as many later as a hold takes, ms.
 */
const afterglow = ({ for_seconds = 0, trigger }: RuleDocument): number => {
  const { every_seconds: every } = trigger as { readonly every_seconds: number }
  return (1 + Math.ceil(for_seconds / every)) * every * 1000
}

const turnsOf = ({ animal, periods, editions }: Past, ruleId: string) => {
  const turns: Array<Turn> = [],
    blurred: Array<readonly [number, number]> = []
  let before: "records" | "ticks" | null = null
  /** the version that was judged last, while none is in force, and where it ended */
  let left: { readonly kind: "records" | "ticks"; readonly after: number } | null = null
  for (const { floor, groupIds, judged, tickFloor, version } of periods) {
    const ruleSet = editions.get(version)!,
      found = ruleSet.rules.find((r) => r.id === ruleId)
    const row =
      found !== undefined && isInScope(documentOf(found).scope ?? {}, animal, groupIds) ? found : null
    const kind: "records" | "ticks" | null = row === null ? null : isSchedule(row) ? "ticks" : "records"
    if (kind === null && before === null) continue
    const begins = (kind ?? before) === "ticks" ? tickFloor : floor,
      last = judged.get(ruleId) ?? -Infinity
    if (kind !== null && before !== null && kind !== before) {
      const showsFor = kind === "ticks" ? afterglow(documentOf(row!)) : 0
      blurred.push([Math.min(floor, tickFloor), Math.max(floor, tickFloor, last) + showsFor])
    }
    const after = Math.max(begins, last)
    if (kind !== null && left !== null && kind !== left.kind && after < left.after) {
      const showsFor = kind === "ticks" ? afterglow(documentOf(row!)) : 0
      blurred.push([after, left.after + showsFor])
    }
    if (before !== null) left = kind === null ? { kind: before, after } : null
    turns.push({
      after,
      // the newest record was judged, the tick at its moment was not: all begins between the two
      place: tickFloor < floor && after <= floor ? floor : after + 0.5,
      floor: begins,
      row: row?.document === brokenDocument ? null : row,
      ruleSet,
      isJudged: last >= begins
    })
    before = kind
  }
  return { turns: inTurn(turns), blurred }
}

/**
 * What begins later rules from its floor on, so a version whose floor is newer (ticks ran ahead of records)
 * never comes to judge.
 */
const inTurn = (turns: ReadonlyArray<Turn>): ReadonlyArray<Turn> =>
  turns.map((turn, i) => {
    const first = turns.slice(i).reduce((a, b) => (b.place < a.place ? b : a))
    return { ...turn, after: first.after, place: first.place, isJudged: first.isJudged }
  })

/**
 * Specification 2.1: a state starts an evaluation when it changes, that is, when its device says another
 * value than it said before.
 */
const isChange = ({ records }: Past, o: DeviceState): boolean => {
  const before = records.findLast(
    (r) =>
      r._tag === "DeviceState" && r.key === o.key && r.subject.deviceId === o.subject.deviceId && r.at < o.at
  )
  return before?._tag !== "DeviceState" || before.value !== o.value || o.at - before.at > DAYS_7
}

const triggers = (past: Past, trigger: Trigger, o: Observation): boolean => {
  switch (trigger.kind) {
    case "position":
      return o._tag === "Position" && seesPosition(trigger, o.recordType)
    case "measurement":
      return o._tag === "Measurement" && (trigger.metric_key === undefined || trigger.metric_key === o.metric)
    case "state":
      return (
        o._tag === "DeviceState" &&
        (trigger.state_keys === undefined || trigger.state_keys.includes(o.key)) &&
        isChange(past, o)
      )
    case "schedule":
      return false
  }
}

class Judge {
  readonly events: Array<Expected> = []
  private readonly past: Past
  private turn: Turn
  private active = false
  private since: number | null = null
  private isSinceTimed = false
  private overdue = false
  private lastFired: number | null = null
  private held: Array<Held> = []
  private asked: number | null = null
  private episode: Expected | null = null

  constructor(past: Past, turn: Turn) {
    this.past = past
    this.turn = turn
  }

  get left(): Verdict["left"] {
    return { active: this.active, since: this.since, lastFired: this.lastFired, holds: this.held.length }
  }

  private get document(): RuleDocument {
    return documentOf(this.turn.row!)
  }

  private get isOfDevices(): boolean {
    return isOfDevices(this.document.scope ?? {}, this.past.animal)
  }

  private get forMs(): number {
    return (this.document.for_seconds ?? 0) * 1000
  }

  private moment(at: number, known: number): Moment {
    return { past: this.past, trigger: this.document.trigger, ruleSet: this.turn.ruleSet, at, known }
  }

  private fire(kind: Expected["kind"], area: string | null, at: number): Expected {
    const { id, version } = this.turn.row!
    const event: Expected = {
      ruleId: id,
      version,
      kind,
      area,
      at,
      alert: this.document.event.create_alert ?? false,
      ended: null
    }
    this.events.push(event)
    this.lastFired = Math.max(at, this.lastFired ?? at)
    return event
  }

  /** Whether another version goes on with what is remembered; else it begins blank. */
  isKeptBy({ row }: Turn): boolean {
    return row !== null && this.turn.row !== null && row.blankFrom === this.turn.row.blankFrom
  }

  /** Another version from here on. */
  follow(turn: Turn): void {
    const isKept = this.isKeptBy(turn)
    this.turn = turn
    if (isKept) return
    if (this.episode !== null) this.episode.ended = "dropped"
    this.active = this.overdue = false
    this.since = this.lastFired = this.asked = this.episode = null
    this.held = []
  }

  /** Whether holds complete with no record at their deadline. */
  private get isTimed(): boolean {
    return this.document.max_gap_seconds === undefined
  }

  /** The level, where it completes at its deadline: of places alone. */
  private get timedLevel(): ConditionNode | null {
    const { level } = partsOf(this.document.conditions)
    return level !== null && isOfPlaces(level) ? level : null
  }

  /** The earliest deadline that no record reached yet, in effective time; null: none. */
  deadline(): number | null {
    if (this.turn.row === null || !this.isTimed || (this.since === null && this.held.length === 0))
      return null
    const due = [
      ...(this.timedLevel !== null &&
      this.since !== null &&
      this.isSinceTimed &&
      !this.active &&
      !this.overdue
        ? [this.since]
        : []),
      ...this.held.filter((h) => h.isTimed && !h.overdue).map((h) => h.since)
    ]
    return due.length === 0 ? null : Math.min(...due) + this.forMs
  }

  /** Judges deadlines, the earliest first, with what is known up to a moment. */
  deadlines(isDue: (deadline: number) => boolean, known: number): void {
    for (let due = this.deadline(); due !== null && isDue(due); due = this.deadline()) {
      const at = due
      // one that had passed when its version came into force is judged by what was known where the version
      // begins
      const moment = this.moment(Math.max(at, this.turn.floor), known)
      this.keep((hold) => {
        if (hold.overdue || !hold.isTimed || hold.since + this.forMs > at) return "held"
        const truth = this.holds(hold, moment)
        if (truth === null) hold.overdue = true
        return truth === null ? "held" : truth ? "fired" : "gone"
      }, at)
      const level = this.timedLevel
      if (
        this.since !== null &&
        this.isSinceTimed &&
        !this.active &&
        !this.overdue &&
        level !== null &&
        this.since + this.forMs <= at
      ) {
        const truth = truthOf(level, moment)
        if (truth === null) this.overdue = true
        else if (truth) this.rise(at)
        else this.since = null
      }
    }
  }

  /** What becomes of each hold. A crossing that several alternatives hold fires once. */
  private keep(fateOf: (hold: Held) => "held" | "fired" | "gone", at: number): void {
    const fates = this.held.map((hold) => ({ hold, fate: fateOf(hold) }))
    const fired = new Set(
      fates
        .filter((f) => f.fate === "fired")
        .map(({ hold: { named, since } }) => `${named.relation} ${named.area} ${since}`)
    )
    for (const crossing of fired) {
      const [relation, area] = crossing.split(" ")
      this.fire(relation === "enter" ? "enter" : "exit", area!, at)
    }
    this.held = fates
      .filter(
        ({ fate, hold: { named, since } }) =>
          fate === "held" && !fired.has(`${named.relation} ${named.area} ${since}`)
      )
      .map((f) => f.hold)
  }

  private rise(at: number): void {
    this.active = true
    this.overdue = false
    this.episode = this.fire("rise", null, at)
  }

  /** Whether the subject stays where a crossing brought it, and all that must be true beside it is. */
  private holds({ branch, crossed, drawn }: Held, moment: Moment): Truth {
    const placed = sightingAt(moment.past, moment.trigger, moment.known, this.turn.ruleSet)
    if (placed === null) return false
    for (const { area, relation } of crossed) {
      if (revisionIn(this.turn.ruleSet, area) !== drawn.get(area)) return false
      if (placed.inside.has(area) !== (relation === "enter")) return false
    }
    const { guard } = partsOf(this.document.conditions).branches[branch]!
    return guard === null ? true : truthOf(guard, moment)
  }

  /** All records of one instant. */
  instant(at: number, records: ReadonlyArray<Observation>): void {
    if (this.turn.row === null) return
    const { trigger } = this.document,
      isTriggered = this.isOfDevices && records.some((o) => triggers(this.past, trigger, o))
    const isSeen =
      this.held.length > 0 &&
      records.some((o) => o._tag !== "Position" || seesPosition(trigger, o.recordType))
    if (!isTriggered && !isSeen) return
    const moment = this.moment(at, at)
    this.breakAtGap(at)
    this.keep((hold) => {
      const truth = this.holds(hold, moment)
      return truth === false ? "gone" : truth === null || at - hold.since < this.forMs ? "held" : "fired"
    }, at)
    if (!isTriggered) return
    this.noteSample(at)
    this.cross(moment)
    this.ask(moment)
  }

  tick(at: number): void {
    if (
      this.turn.row === null ||
      at <= this.turn.row.activeFrom ||
      !isAskedAt(this.document.scope ?? {}, this.past, at)
    )
      return
    const { trigger } = this.document
    if (trigger.kind !== "schedule" || at % ((trigger.every_seconds ?? 300) * 1000) !== 0) return
    this.breakAtGap(at)
    this.noteSample(at)
    this.ask(this.moment(at, at))
  }

  /** A version without a largest gap does not look at how far apart its samples are, nor keeps the last one. */
  private noteSample(at: number): void {
    this.asked = this.isTimed ? null : at
  }

  /**
   * Two consecutive samples too far apart break what is held (section 3, `max_gap_seconds`): no later moment
   * finds it held.
   */
  private breakAtGap(at: number): void {
    const gap = this.document.max_gap_seconds
    if (gap !== undefined && this.asked !== null && at - this.asked > gap * 1000) {
      this.held = []
      if (!this.active) this.since = null
      this.overdue = false
    }
  }

  /** What was crossed at this instant: exits before enters, then by area (section 4). */
  private crossings(node: SpatialNode, now: Sighting, before: Sighting): ReadonlyArray<Cross> {
    const { relation } = node
    if (relation !== "enter" && relation !== "exit") return []
    return [...selectedIn(this.turn.ruleSet, node)]
      .filter((area) => {
        const drawn = revisionIn(this.turn.ruleSet, area)
        // an area that is new, or was drawn anew, places the subject silently
        return (
          drawn !== null &&
          drawn === revisionIn(before.edition, area) &&
          now.inside.has(area) !== before.inside.has(area) &&
          now.inside.has(area) === (relation === "enter")
        )
      })
      .map((area) => ({ relation, area }))
  }

  private cross(moment: Moment): void {
    const { branches } = partsOf(this.document.conditions)
    if (branches.length === 0) return
    const { at } = moment
    const now = sightingAt(this.past, moment.trigger, at, moment.ruleSet),
      before = sightingAt(this.past, moment.trigger, at - 1, moment.ruleSet)
    if (now === null || now.at !== at || before === null) return
    // the rule's own beginning places everybody silently
    if (before.edition.version < this.turn.row!.blankFrom) return
    const inOrder = (a: Cross, b: Cross) =>
      a.relation === b.relation ? (a.area < b.area ? -1 : 1) : a.relation === "exit" ? -1 : 1
    branches.forEach(({ crossings, guard }, branch) => {
      const found = crossings.map((c) => this.crossings(c, now, before))
      if (found.some((list) => list.length === 0)) return
      if (guard !== null && truthOf(guard, moment) !== true) return
      const all = found.flat().sort(inOrder)
      const firings =
        crossings.length === 1
          ? all.map((c) => ({ named: c, crossed: [c] }))
          : [{ named: all.at(-1)!, crossed: all }]
      for (const firing of firings) {
        if (this.forMs === 0) this.fire(firing.named.relation, firing.named.area, at)
        else
          this.held.push({
            ...firing,
            branch,
            since: at,
            isTimed: this.isTimed,
            overdue: false,
            drawn: new Map(firing.crossed.map(({ area }) => [area, revisionIn(this.turn.ruleSet, area)]))
          })
      }
    })
  }

  /** Specification 3.1, for the part of the rule that holds or does not. */
  private ask(moment: Moment): void {
    const { level } = partsOf(this.document.conditions),
      { at } = moment
    if (level === null) return
    const truth = truthOf(level, moment),
      cooldownMs = (this.document.cooldown_seconds ?? 0) * 1000
    if (truth === null) return
    if (!truth) {
      if (this.episode !== null) this.episode.ended = at
      this.active = this.overdue = false
      this.since = this.episode = null
      return
    }
    if (this.since === null) this.isSinceTimed = this.isTimed
    this.since ??= at
    if (!this.active) {
      if (at - this.since >= this.forMs) this.rise(at)
    } else if (cooldownMs > 0 && at - this.lastFired! >= cooldownMs) this.fire("reminder", null, at)
  }
}

/** A past has the same records for every rule. */
const instantsOf = remembered((records: ReadonlyArray<Observation>) => Map.groupBy(records, (o) => o.at))

/** What a rule should have made of a subject's past; null: it never judged it. */
export const expectedOf = (past: Past, ruleId: string): Verdict | null => {
  const { blurred, turns } = turnsOf(past, ruleId)
  if (turns.length === 0) return null
  const unsaid = [...blurred]
  const judge = new Judge(past, turns[0]!)
  const instants = instantsOf(past.records)
  const first = past.records[0]?.at ?? Infinity
  const every = new Set(
    turns.flatMap((t) => {
      const trigger = t.row === null ? null : documentOf(t.row).trigger
      return trigger?.kind === "schedule" ? [(trigger.every_seconds ?? 300) * 1000] : []
    })
  )
  const ticks = new Set(
    [...every].flatMap((ms) => {
      // ticks before the rule's first turn are nobody's
      const from = Math.max(
        first,
        turns[0]!.after,
        Math.min(...turns.flatMap((t) => (t.row === null ? [] : [t.row.activeFrom])))
      )
      return Array.from(
        { length: Math.max(0, Math.floor((past.tickedTo - from) / ms) + 2) },
        (_, n) => (Math.floor(from / ms) + n) * ms
      ).filter((t) => t >= first && t <= past.tickedTo)
    })
  )
  const moments = [...new Set([...instants.keys(), ...ticks])].sort((a, b) => a - b)
  let next = 1
  /** whether a record or a tick came while the version judged */
  let isMet = false
  const turnTo = (isDue: (turn: Turn) => boolean) => {
    for (let turn = turns[next]; turn !== undefined && isDue(turn); turn = turns[++next]) {
      const { after, isJudged, place } = turn,
        passed = judge.deadline()
      // one that gave way before any record met it had its timers alone, and they may not have gone off
      if (next > 1 && !isMet && !isJudged && passed !== null && passed < after)
        unsaid.push([passed - 1, judge.isKeptBy(turn) ? Infinity : after])
      judge.deadlines((due) => (isJudged ? due <= after : due < after), Math.floor(place))
      judge.follow(turn)
      isMet = false
    }
  }
  for (const at of moments) {
    if (at <= turns[0]!.after) continue
    turnTo((turn) => turn.place < at)
    judge.deadlines((due) => due < at, at - 1)
    const records = instants.get(at)
    if (records !== undefined) {
      judge.instant(at, records)
      isMet = true
    }
    turnTo((turn) => turn.place <= at)
    if (!ticks.has(at)) continue
    // of a version that takes over between the records of a moment and its tick: what had passed by then
    judge.deadlines((due) => due < at, at)
    judge.tick(at)
    isMet = true
  }
  turnTo(() => true)
  judge.deadlines(() => true, Infinity)
  return { events: judge.events, left: judge.left, blurred: unsaid }
}

// Conditions on what a rule test counted, for `--fail-if 'alerts > 5'`.
import { Effect } from "effect"
import { compare, type Comparison } from "../../domain/rule/conditions/compare.ts"
import { CommandFailed } from "../outcome.ts"

/** figureNames are the figures of a test that `--fail-if` can compare. */
const figureNames = ["alerts", "events", "reminders", "added", "removed", "unchanged"] as const
/** FigureName is one of these figures. */
type FigureName = (typeof figureNames)[number]

/** What was counted; those that need a version to compare with may be missing. */
export type Figures = Partial<Readonly<Record<FigureName, number>>>

/** FailIf is a condition under which the command fails. */
interface FailIf {
  readonly text: string
  readonly figure: FigureName
  readonly isSo: (value: number) => boolean
}

const isFigure = (name: string): name is FigureName => figureNames.some((n) => n === name)
const isOperator = (text: string): text is Comparison => Object.hasOwn(compare, text)

/** Reads one; `compared`: there is a version to compare with. */
export const readFailIf = (text: string, compared: boolean): Effect.Effect<FailIf, CommandFailed> => {
  const fail = (message: string) =>
    Effect.fail(new CommandFailed({ message: `--fail-if '${text}': ${message}` }))
  const [, figure = "", operator = "", limit = ""] =
    /^\s*([a-z]+)\s*(>=|<=|==|!=|>|<)\s*(\d{1,9})\s*$/.exec(text) ?? []
  if (!isOperator(operator)) return fail("write it as 'alerts > 5'")
  if (!isFigure(figure)) return fail(`there is no ${figure}, but ${figureNames.join(", ")}`)
  if (!compared && (figure === "added" || figure === "removed" || figure === "unchanged"))
    return fail(`${figure} is counted with --against`)
  return Effect.succeed({
    text: text.trim(),
    figure,
    isSo: (value) => compare[operator](value, Number(limit))
  })
}

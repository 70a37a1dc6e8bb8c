// Spanish words of the backtest of a rule.
import type { backtest as english } from "../en/backtest.ts"
import type { Like } from "../tools.ts"

/** backtest are the words of the backtest of a rule. */
export const backtest: Like<typeof english> = {}

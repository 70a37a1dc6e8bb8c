// English words of the backtest of a rule.

/** backtest are the words of the backtest of a rule. */
export const backtest = {}

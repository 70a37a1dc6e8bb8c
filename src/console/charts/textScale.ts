/** How much larger text is than usual, as somebody asked of their browser: charts are drawn as much larger. */
export const textScale = (): number => parseFloat(getComputedStyle(document.documentElement).fontSize) / 16

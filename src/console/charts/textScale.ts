/** textScale returns the browser's text size relative to 16 px; charts grow by the same factor. */
export const textScale = (): number => parseFloat(getComputedStyle(document.documentElement).fontSize) / 16

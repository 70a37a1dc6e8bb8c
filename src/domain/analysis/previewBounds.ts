// The size of the small picture of a result, and how much it is drawn of at most.

/** Pixels. */
export const PREVIEW_WIDTH_PX = 60,
  PREVIEW_HEIGHT_PX = 28

/** Bars of a picture of grazing. */
export const MAX_PREVIEW_BARS = 6
/** Outlines of a picture of movement. */
export const MAX_PREVIEW_OUTLINES = 6
/** Corners of an outline. */
export const MAX_PREVIEW_CORNERS = 24

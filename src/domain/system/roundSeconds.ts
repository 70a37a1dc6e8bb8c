// A time that passed, for people: no finer than they need.

/** In seconds up to two minutes, then in minutes, from two hours on in hours. */
export const roundSeconds = (seconds: number): string =>
  seconds < 120
    ? `${Math.round(seconds)} s`
    : seconds < 7200
      ? `${Math.round(seconds / 60)} min`
      : `${Math.round(seconds / 3600)} h`

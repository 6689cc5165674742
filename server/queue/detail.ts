const lengthMax = 2_000

/** Text of another system as a queue stores it: cut to a length, and without characters that PostgreSQL rejects. */
export const storedDetail = (text: string | null | undefined, max = lengthMax): string | null =>
  text?.replaceAll('\u0000', '').slice(0, max).toWellFormed() ?? null

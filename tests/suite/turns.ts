/**
 * Selects the files of a partial run: all short ones, and those long ones whose turn it is. The long files are spread evenly
 * over the turns, so each turn takes about as long, and all turns together run every file.
 */
export interface Turn {
  /** From 1 to `of`. */
  number: number
  of: number
}

/** A file that takes longer runs only in its turn, in milliseconds. */
const longMs = 2_000

/** Files that send something to every operation run in every turn. */
const inEveryTurn = /^tests\/contract\/every_/

/** Reads a turn such as 2/6. */
export function readTurn(text: string): Turn {
  const [number, of] = (/^(\d+)\/(\d+)$/.exec(text)?.slice(1) ?? []).map(Number)
  if (number === undefined || of === undefined || number < 1 || number > of)
    throw new Error(`--turn must be one number of several, such as 2/6, not ${text}`)
  return { number, of }
}

export type Times = Readonly<Record<string, number>>

/** Whether each turn runs the file. One without a measured time is new and counts as short. */
export const isInEveryTurn = (file: string, times: Times): boolean =>
  (times[file] ?? 0) <= longMs || inEveryTurn.test(file)

/**
 * @param times How long each file took, in milliseconds.
 */
export function filesOfTurn(files: readonly string[], times: Times, turn: Turn): string[] {
  const timeOf = (file: string) => times[file] ?? 0
  const long = files.filter((file) => !isInEveryTurn(file, times)).toSorted((a, b) => timeOf(b) - timeOf(a))
  const turns = Array.from({ length: turn.of }, () => ({ files: new Set<string>(), ms: 0 }))
  for (const file of long) {
    const shortest = turns.reduce((least, one) => (one.ms < least.ms ? one : least))
    shortest.files.add(file)
    shortest.ms += timeOf(file)
  }
  return files.filter((file) => isInEveryTurn(file, times) || turns[turn.number - 1]!.files.has(file))
}

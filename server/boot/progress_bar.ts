/** The progress line of commands: it overwrites itself, and nothing is shown if stderr is not a terminal. */
import process from 'node:process'

const width = 30
const wipe = '\r\u001b[K'

export interface Progress {
  done: number
  total: number
  /** In front of the bar. */
  label?: string
  /** Unit of the count behind the bar; without it, the percentage. */
  unit?: string
}

export function progressText({ done, total, label, unit }: Progress): string {
  const share = Math.min(done / Math.max(total, 1), 1)
  const filled = Math.round(share * width)
  const bar = '█'.repeat(filled) + '░'.repeat(width - filled)
  const number = (value: number) => value.toLocaleString('en-US')
  const count = unit === undefined ? `${Math.round(share * 100)}%` : `${number(done)} of ${number(total)} ${unit}`
  return `${label === undefined ? '' : `${label} `}${bar} ${count}`
}

export const clearProgress = (): void => void (process.stderr.isTTY && process.stderr.write(wipe))

export function showProgress(progress: Progress): void {
  if (!process.stderr.isTTY) return
  process.stderr.write(`${wipe}${progressText(progress)}`)
}

/** Takes the line until the next progress. */
export const showInsteadOfProgress = (text: string): void =>
  void (process.stderr.isTTY && process.stderr.write(`${wipe}${text}`))

/** A callback that shows what is counted, the percentage without a unit, and clears the line at the end. */
export const progressOf =
  (unit?: string) =>
  (done: number, total: number): void => {
    showProgress({ done, total, ...(unit === undefined ? {} : { unit }) })
    if (done >= total) clearProgress()
  }

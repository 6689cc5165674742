/** Progress of a program that runs for minutes. */
const progressIntervalMs = 10_000
let progressShownAtMs = Number.NEGATIVE_INFINITY

/** Progress on standard error: one line that is overwritten in a terminal; otherwise a new line every ten seconds. */
export function showProgress(text: string): void {
  if (process.stderr.isTTY) {
    process.stderr.write(`\r\x1b[K${text}`)
    return
  }
  if (text === '' || performance.now() < progressShownAtMs + progressIntervalMs) return
  progressShownAtMs = performance.now()
  process.stderr.write(`${text}\n`)
}

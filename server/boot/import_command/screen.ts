/** Output and questions of the command: text in a terminal; in a pipe nothing but one line of JSON at the end. */
import process from 'node:process'
import { createInterface } from 'node:readline/promises'
import type { ImportShape } from '../../platform/imports/model.ts'
import { clearProgress, showProgress } from '../progress_bar.ts'

/** Ctrl-C, or the signal to end. */
export class Interrupted extends Error {}

export interface Screen {
  /** Whether a person can be asked. */
  asks: boolean
  /** Aborted by Ctrl-C. */
  signal: AbortSignal
  show: (text: string) => void
  progress: (label: string, state: ImportShape) => void
  confirm: (question: string) => Promise<boolean>
  /** The index of the chosen one; null without a terminal to ask in. */
  choose: (question: string, choices: readonly string[]) => Promise<number | null>
}

export function openScreen(): Screen {
  const stop = new AbortController()
  const abort = () => stop.abort()
  // A second Ctrl-C ends the process at once.
  process.once('SIGINT', abort)
  process.once('SIGTERM', abort)
  const { signal } = stop
  const asks = process.stdin.isTTY === true && process.stdout.isTTY === true
  const ask = (question: string) => askLine(question, signal, abort)
  return {
    asks,
    signal,
    show: (text) => void (process.stdout.isTTY && process.stdout.write(`${text}\n`)),
    progress,
    confirm: async (question) => asks && /^y(es)?$/i.test((await ask(`${question} [y/N] `)) ?? ''),
    async choose(question, choices) {
      if (!asks) return null
      const lines = choices.map((choice, i) => `  ${i + 1}  ${choice}`)
      process.stdout.write(`${[question, ...lines].join('\n')}\n`)
      for (;;) {
        const answer = await ask(`1 to ${choices.length}: `)
        if (answer === null) return null
        const number = Number(answer)
        if (Number.isInteger(number) && number >= 1 && number <= choices.length) return number - 1
      }
    },
  }
}

function progress(
  label: string,
  { progress: { is_queued, rows_total, batches_total, batches_done } }: ImportShape,
): void {
  const rows = `${label}, ${rows_total.toLocaleString('en-US')} rows`
  showProgress({ label: rows, done: batches_done, total: batches_total })
  if (!is_queued) clearProgress()
}

/** A line of input; null where the input ends. */
async function askLine(question: string, signal: AbortSignal, abort: () => void): Promise<string | null> {
  const lines = createInterface({ input: process.stdin, output: process.stdout })
  lines.once('SIGINT', abort)
  const ended = new Promise<null>((resolve) => lines.once('close', () => resolve(null)))
  try {
    return (await Promise.race([lines.question(question, { signal }), ended]))?.trim() ?? null
  } catch (error) {
    if (signal.aborted) throw new Interrupted()
    throw error
  } finally {
    lines.close()
  }
}

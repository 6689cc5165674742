/**
 * Reads a paper: its file is opened in one thread, and the text of images is recognised in another. Both end with the
 * reading, and where it takes too long. What cannot be read throws a PaperFault.
 */
import { Worker } from 'node:worker_threads'
import { limits } from '../../../contract/limits.ts'
import type { Format } from './format.rules.ts'
import { readGrid } from './read_grid.rules.ts'
import { PaperFault, type Reading, type ReadRow } from './reading.ts'
import { openRecogniser, recognisePage } from './recognise.ts'
import type { ReadingAnswer, ReadingLimits, ReadingTask } from './thread_messages.ts'
import type { Parties } from './table/harmless.rules.ts'
import { rowsOfPages } from './words.rules.ts'

export interface PaperLimits extends ReadingLimits {
  seconds_max: number
}

const serviceLimits: PaperLimits = {
  pages_max: limits.order_document_pages_max,
  scanned_pages_max: limits.order_document_scanned_pages_max,
  megapixels_max: limits.order_document_megapixels_max,
  seconds_max: limits.order_document_seconds_max,
}

const isOutOfMemory = (error: unknown) => (error as { code?: string }).code === 'ERR_WORKER_OUT_OF_MEMORY'

/** Ends a thread on a signal, which settles what waits for it. */
async function openFile(task: ReadingTask, signal: AbortSignal): Promise<ReadingAnswer> {
  const worker = new Worker(new URL('./thread.ts', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: 1_536 },
  })
  try {
    return await new Promise<ReadingAnswer>((resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true })
      worker.once('message', resolve)
      worker.once('error', (error) =>
        reject(
          isOutOfMemory(error) ? new PaperFault('too_large', 'The file needs too much memory to be read.') : error,
        ),
      )
      worker.once('exit', () => reject(new Error('the thread that reads papers ended without an answer')))
      // The thread gets a copy of its own, so that the caller keeps the bytes.
      const bytes = new Uint8Array(task.bytes)
      worker.postMessage({ ...task, bytes }, [bytes.buffer as ArrayBuffer])
    })
  } finally {
    await worker.terminate()
  }
}

type Opened = Extract<ReadingAnswer, { pages: unknown }>

async function recogniseScans({ pages, scans }: Opened, signal: AbortSignal): Promise<Opened['pages']> {
  if (scans.length === 0) return pages
  const recogniser = await openRecogniser()
  try {
    const all = [...pages]
    const aborted = new Promise<never>((_, reject) =>
      signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true }),
    )
    let quarters = 0
    for (const { page, image } of scans) {
      signal.throwIfAborted()
      const recognised = await Promise.race([recognisePage(recogniser, page, image, quarters), aborted])
      quarters = recognised.quarters
      all.push(recognised.page)
    }
    return all.toSorted((a, b) => a.page - b.page)
  } finally {
    await recogniser.terminate()
  }
}

const textLengthMax = 500

/** Text as the database takes it: without control characters and halves of characters. */
const plainRows = (rows: readonly ReadRow[]): ReadRow[] =>
  rows.map((row) =>
    row.map((cell) => {
      const text =
        cell?.text
          .toWellFormed()
          .replaceAll(/\p{Cc}+/gu, ' ')
          .trim()
          .slice(0, textLengthMax) ?? ''
      return cell === null || text === '' ? null : { ...cell, text }
    }),
  )

export async function readPaper(
  bytes: Uint8Array,
  format: Format,
  own: Partial<PaperLimits> = {},
  parties: Parties = [],
): Promise<Reading> {
  const { seconds_max, ...settled } = { ...serviceLimits, ...own }
  const late = new AbortController()
  const timer = setTimeout(
    () => late.abort(new PaperFault('too_slow', `The paper takes longer than ${seconds_max} seconds to read.`)),
    seconds_max * 1_000,
  )
  try {
    const opened = await openFile({ bytes, format, limits: settled }, late.signal)
    if ('code' in opened) throw new PaperFault(opened.code, opened.sentence)
    if ('rows' in opened)
      return readGrid(
        plainRows(opened.rows),
        { page_count: null, is_recognised: false },
        {
          texts: plainRows([opened.texts]).flatMap((row) => row.flatMap((cell) => cell ?? [])),
          hidden: opened.hidden.map((one) => ({ ...one, rows: plainRows(one.rows) })),
          parties,
        },
      )
    const pages = await recogniseScans(opened, late.signal)
    if (pages.every(({ words }) => words.length === 0))
      throw new PaperFault('not_an_order', 'No text was found on the paper.')
    const facts = { page_count: opened.page_count, is_recognised: opened.scans.length > 0 }
    return readGrid(plainRows(rowsOfPages(pages)), facts, { parties })
  } finally {
    clearTimeout(timer)
  }
}

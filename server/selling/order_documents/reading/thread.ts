/** One paper, opened in a thread of its own: what it costs in time and memory, nothing else pays. */
import { parentPort } from 'node:worker_threads'
import { decodeImage, preparePage } from './images.ts'
import { readPdf } from './pdf.ts'
import { PaperFault } from './reading.ts'
import { readSheets } from './sheets.ts'
import type { ReadingAnswer, ReadingTask } from './thread_messages.ts'

async function open({ bytes, format, limits }: ReadingTask): Promise<ReadingAnswer> {
  if (format === 'csv' || format === 'xlsx' || format === 'xls') return readSheets(bytes, format === 'csv')
  if (format === 'pdf') {
    const { page_count, pages, scans } = await readPdf(bytes, limits)
    const prepared = scans.map(({ page, image }) => ({ page, image: preparePage(image, false) }))
    return { page_count, pages, scans: prepared }
  }
  const image = preparePage(decodeImage(bytes, format, limits.megapixels_max), true)
  return { page_count: 1, pages: [], scans: [{ page: 1, image }] }
}

async function answer(task: ReadingTask): Promise<ReadingAnswer> {
  try {
    return await open(task)
  } catch (error) {
    if (error instanceof PaperFault) return { code: error.code, sentence: error.sentence }
    // Whatever a parser trips over in a file from outside is the file's fault.
    return { code: 'damaged', sentence: 'The file is damaged and cannot be opened.' }
  }
}

parentPort!.once('message', (task: ReadingTask) => void answer(task).then((one) => parentPort!.postMessage(one)))

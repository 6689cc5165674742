/** Reads PDF: the text of each page with its place, or the image of a page that was scanned. Runs in the reading thread. */
import { extractImages, getDocumentProxy } from 'unpdf'
import { type Gray, grayOf } from './gray.rules.ts'
import { checkPixels } from './images.ts'
import { PaperFault } from './reading.ts'
import type { ReadingLimits } from './thread_messages.ts'
import type { Page, Word } from './words.rules.ts'

export interface PdfPages {
  page_count: number
  /** Pages with text of their own. */
  pages: Page[]
  /** Images of the others, as they were scanned. */
  scans: { page: number; image: Gray }[]
}

type Document = Awaited<ReturnType<typeof getDocumentProxy>>
type PdfPage = Awaited<ReturnType<Document['getPage']>>

/** A scan can carry a few letters, such as a stamp of the scanner. */
const lettersMin = 20

async function openPdf(bytes: Uint8Array): Promise<Document> {
  try {
    return await getDocumentProxy(bytes, { verbosity: 0 })
  } catch (error) {
    if ((error as Error).name === 'PasswordException')
      throw new PaperFault('encrypted', 'The PDF is protected by a password. File it without one.')
    throw new PaperFault('damaged', 'The PDF is damaged and cannot be opened.')
  }
}

interface TextItem {
  str: string
  width: number
  height: number
  transform: number[]
}

/** Runs of text; a run that holds spaces wide enough to part columns is split by the PDF's own items already. */
async function wordsOf(page: PdfPage, width: number, height: number): Promise<Word[]> {
  const [viewport, content] = [page.getViewport({ scale: 1 }), await page.getTextContent()]
  const items = content.items.filter((item) => 'str' in item) as unknown as TextItem[]
  return items.flatMap(({ str, width: length, transform }) => {
    if (str.trim() === '') return []
    const [x, y] = viewport.convertToViewportPoint(transform[4]!, transform[5]!) as [number, number]
    const size = Math.hypot(transform[2]!, transform[3]!)
    const lead = str.length - str.trimStart().length
    const left = x + (lead / str.length) * length
    const right = x + (str.trimEnd().length / str.length) * length
    if (right < 0 || left > width || y < 0 || y - size > height) return []
    return [{ text: str.trim(), left, right, top: y - size * 0.8, bottom: y + size * 0.2, confidence: 1 }]
  })
}

async function scanOf(document: Document, number: number, limits: ReadingLimits): Promise<Gray | null> {
  const images = await extractImages(document, number)
  const [largest] = images.toSorted((a, b) => b.width * b.height - a.width * a.height)
  if (largest === undefined) return null
  checkPixels(largest.width, largest.height, limits.megapixels_max)
  return grayOf(largest.data, largest.width, largest.height, largest.channels)
}

export async function readPdf(bytes: Uint8Array, limits: ReadingLimits): Promise<PdfPages> {
  const document = await openPdf(bytes)
  const page_count = document.numPages
  if (page_count > limits.pages_max)
    throw new PaperFault('too_many_pages', `The PDF has ${page_count} pages; at most ${limits.pages_max} are read.`)
  const pages: Page[] = []
  const scanned: number[] = []
  for (let number = 1; number <= page_count; number++) {
    const page = await document.getPage(number)
    const { width, height } = page.getViewport({ scale: 1 })
    const words = await wordsOf(page, width, height)
    const letters = words.reduce((sum, { text }) => sum + text.length, 0)
    if (letters >= lettersMin) pages.push({ page: number, width, height, words })
    else scanned.push(number)
  }
  const scans: PdfPages['scans'] = []
  if (scanned.length > limits.scanned_pages_max)
    throw new PaperFault(
      'too_many_pages',
      `The PDF has ${scanned.length} scanned pages; at most ${limits.scanned_pages_max} are read.`,
    )
  for (const number of scanned) {
    const image = await scanOf(document, number, limits)
    if (image !== null) scans.push({ page: number, image })
  }
  return { page_count, pages, scans }
}

/** Recognises the text of images with Tesseract, in the thread that it starts; its language data is a package. */
import { dirname, join } from 'node:path'
import { createRequire } from 'node:module'
import { createWorker, OEM, PSM, type Worker } from 'tesseract.js'
import { densestBand, encodePgm, type Gray, turned } from './gray.rules.ts'
import type { Page, Word } from './words.rules.ts'

const languageData = () =>
  join(dirname(createRequire(import.meta.url).resolve('@tesseract.js-data/eng/package.json')), '4.0.0_best_int')

export const openRecogniser = async (): Promise<Worker> => {
  const worker = await createWorker('eng', OEM.LSTM_ONLY, {
    langPath: languageData(),
    gzip: true,
    cacheMethod: 'none',
    errorHandler: () => {},
  })
  await worker.setParameters({
    tessedit_pageseg_mode: PSM.SINGLE_BLOCK,
    user_defined_dpi: '240',
    debug_file: '/dev/null',
  })
  return worker
}

async function wordsOf(worker: Worker, image: Gray): Promise<Word[]> {
  const { data } = await worker.recognize(Buffer.from(encodePgm(image)), {}, { blocks: true, text: false })
  const lines = (data.blocks ?? []).flatMap(({ paragraphs }) => paragraphs.flatMap((one) => one.lines))
  return lines.flatMap(({ words }) =>
    words.map(({ text, confidence, bbox }) => ({
      text,
      confidence: confidence / 100,
      left: bbox.x0,
      right: bbox.x1,
      top: bbox.y0,
      bottom: bbox.y1,
    })),
  )
}

const meanOf = (words: readonly Word[]): number => {
  const letters = words.reduce((count, { text }) => count + text.length, 0)
  const sum = words.reduce((all, { text, confidence }) => all + text.length * confidence, 0)
  return letters < lettersMin ? 0 : sum / letters
}

const lettersMin = 8
const goodMean = 0.75
const bandHeight = 320

/** Clearness of the text of a page after so many quarter turns, measured on a band of it. */
async function clearness(worker: Worker, image: Gray, quarters: number): Promise<number> {
  return meanOf(await wordsOf(worker, densestBand(turned(image, quarters), bandHeight)))
}

/** Quarter turns that make the page upright; `first` is tried first. */
async function findUpright(worker: Worker, image: Gray, first: number): Promise<number> {
  let best = { quarters: first, mean: 0 }
  for (const more of [0, 2, 1, 3]) {
    const quarters = (first + more) % 4
    const mean = await clearness(worker, image, quarters)
    if (mean >= goodMean) return quarters
    if (mean > best.mean) best = { quarters, mean }
  }
  return best.quarters
}

export interface Recognised {
  page: Page
  /** Quarter turns that made the page upright; the next page is tried with them first. */
  quarters: number
}

/** The words of a page, upright. */
export async function recognisePage(worker: Worker, page: number, image: Gray, first = 0): Promise<Recognised> {
  const quarters = await findUpright(worker, image, first)
  const upright = turned(image, quarters)
  const words = await wordsOf(worker, upright)
  return { page: { page, width: upright.width, height: upright.height, words }, quarters }
}

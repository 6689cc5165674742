/** Reads a bar code (Code 128) from the pixels of a page, by the table of ISO/IEC 15417; nothing of it comes from what draws it. */
import { getDocumentProxy, renderPageAsImage } from 'unpdf'
import { createCanvas, loadImage } from '@napi-rs/canvas'

/** Widths of bars and spaces in modules, by value; the last is the stop character, whose bar of 2 modules is cut off. */
const patterns =
  '212222 222122 222221 121223 121322 131222 122213 122312 132212 221213 221312 231212 112232 122132 122231 113222 123122 123221 223211 221132 221231 213212 223112 312131 311222 321122 321221 312212 322112 322211 212123 212321 232121 111323 131123 131321 112313 132113 132311 211313 231113 231311 112133 112331 132131 113123 113321 133121 313121 211331 231131 213113 213311 213131 311123 311321 331121 312113 312311 332111 314111 221411 431111 111224 111422 121124 121421 141122 141221 112214 112412 122114 122411 142112 142211 241211 221114 413111 241112 134111 111242 121142 121241 114212 124112 124211 411212 421112 421211 212141 214121 412121 111143 111341 131141 114113 114311 411113 411311 113141 114131 311141 411131 211412 211214 211232 233111'.split(
    ' ',
  )
const startC = 105
const fnc1 = 102
const stop = 106
const modulusOfCheck = 103

export interface BarCode {
  /** Digits after FNC1. */
  digits: string
  /** In millimetres. */
  module_width: number
  height: number
  quiet_zone: number
}

interface Row {
  widths: number[]
  first: number
  last: number
}

function rowOf(isDark: (x: number) => boolean, width: number): Row {
  const widths: number[] = []
  let first = 0
  while (first < width && !isDark(first)) first++
  let last = width - 1
  while (last > first && !isDark(last)) last--
  for (let x = first; x <= last; x++)
    if (x > first && isDark(x) === isDark(x - 1)) widths[widths.length - 1]!++
    else widths.push(1)
  return { widths, first, last }
}

/** Values of the characters of a row of bars; null if it is none. */
function valuesOf({ widths, first, last }: Row): number[] | null {
  const characters = (widths.length - 1) / 6
  if (!Number.isInteger(characters) || characters < 4) return null
  const moduleWidth = (last - first + 1) / (characters * 11 + 2)
  const modules = widths.map((one) => Math.round(one / moduleWidth))
  const values = Array.from({ length: characters }, (_, i) =>
    patterns.indexOf(modules.slice(i * 6, i * 6 + 6).join('')),
  )
  return values.includes(-1) ? null : values
}

function digitsOf(values: readonly number[]): string {
  const [start, function1] = values
  const data = values.slice(2, -2)
  const check = values.slice(0, -2).reduce((sum, value, i) => sum + value * Math.max(i, 1), 0) % modulusOfCheck
  if (start !== startC || function1 !== fnc1) throw new Error('The bar code is no GS1-128 of pairs of digits.')
  if (values.at(-2) !== check || values.at(-1) !== stop)
    throw new Error('The check character of the bar code is wrong.')
  return data.map((value) => String(value).padStart(2, '0')).join('')
}

/** The one bar code of a page, read on the row in the middle of it. */
export async function readBarCode(pdf: Uint8Array, pageNumber: number): Promise<BarCode> {
  const scale = 4
  const document = await getDocumentProxy(new Uint8Array(pdf))
  const image = await loadImage(
    Buffer.from(
      await renderPageAsImage(document, pageNumber, { canvasImport: () => import('@napi-rs/canvas') as never, scale }),
    ),
  )
  const canvas = createCanvas(image.width, image.height)
  const context = canvas.getContext('2d')
  context.drawImage(image, 0, 0)
  const { data, width, height } = context.getImageData(0, 0, image.width, image.height)
  const rows = Array.from({ length: height }, (_, y) => {
    const row = rowOf((x) => data[(y * width + x) * 4]! < 128, width)
    const values = valuesOf(row)
    return values === null ? [] : [{ row, digits: digitsOf(values) }]
  }).flat()
  const millimetres = (pixels: number) => (pixels / scale / 72) * 25.4
  const { row, digits } = rows[Math.floor(rows.length / 2)]!
  if (rows.some((one) => one.digits !== digits)) throw new Error('Rows of the bar code differ.')
  return {
    digits,
    module_width: millimetres((row.last - row.first + 1) / (row.widths.reduce((sum) => sum + 11 / 6, 0) + 1 / 6)),
    height: millimetres(rows.length),
    quiet_zone: millimetres(Math.min(row.first, width - 1 - row.last)),
  }
}

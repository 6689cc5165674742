/** The format of a paper, found from its first bytes: neither the name nor the Content-Type of a file is relied on. */
import type { orderPaperFormats } from '../../known_values.ts'

export type Format = (typeof orderPaperFormats)[number]

const startsWith = (bytes: Uint8Array, ...mark: number[]) => mark.every((byte, i) => bytes[i] === byte)

/** Readers of PDF accept its mark anywhere in the first kilobyte. */
const isPdf = (bytes: Uint8Array) => Buffer.from(bytes.subarray(0, 1_024)).includes('%PDF-')

/** No control characters but tabs and line breaks, unless a byte order mark says that it is UTF-16. */
function isText(bytes: Uint8Array): boolean {
  if (startsWith(bytes, 0xff, 0xfe) || startsWith(bytes, 0xfe, 0xff)) return true
  return bytes.subarray(0, 65_536).every((byte) => byte >= 0x20 || byte === 0x09 || byte === 0x0a || byte === 0x0d)
}

const declaration = /^<\?xml[^>]*>/i
const firstTag = /^<(?:!doctype html|html|head|meta|style|body|table)[\s>]/i
const pageWithinBytes = 4_096

/** The text behind comments and white space; empty where a comment has no end. */
function behindComments(text: string): string {
  let rest = text.trimStart()
  while (rest.startsWith('<!--')) {
    const end = rest.indexOf('-->', 4)
    if (end === -1) return ''
    rest = rest.slice(end + 3).trimStart()
  }
  return rest
}

/** A page in HTML, which web applications save as a workbook. */
export function isHtml(bytes: Uint8Array): boolean {
  const start = Buffer.from(bytes.subarray(0, pageWithinBytes)).toString('utf8').trimStart()
  return firstTag.test(behindComments(start.replace(declaration, '')))
}

/** null: none that is read. */
export function formatOf(bytes: Uint8Array): Format | null {
  if (startsWith(bytes, 0xff, 0xd8, 0xff)) return 'jpeg'
  if (startsWith(bytes, 0x89, 0x50, 0x4e, 0x47)) return 'png'
  if (startsWith(bytes, 0x50, 0x4b, 0x03, 0x04)) return 'xlsx'
  if (startsWith(bytes, 0xd0, 0xcf, 0x11, 0xe0)) return 'xls'
  if (isPdf(bytes)) return 'pdf'
  if (!isText(bytes)) return null
  return isHtml(bytes) ? 'xls' : 'csv'
}

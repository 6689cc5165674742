/**
 * The encoding of a text file, found from all of its bytes: UTF-16 by its byte order mark, else UTF-8, else
 * Windows-1252. A file with characters in UTF-8 and bytes that are not UTF-8 was put together from two files: read in
 * either encoding, half of its letters would be wrong, so it is refused.
 */
import { isAscii } from 'node:buffer'
import { createHash } from 'node:crypto'
import { FileFault } from '../../files/file_fault.ts'
import { fileRules } from './file_rules.ts'

export const encodings = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'] as const
export type Encoding = (typeof encodings)[number]

export interface TextEncoding {
  encoding: Encoding
  /** Length of the byte order mark. */
  bom_bytes: number
}

export function byMark(head: Uint8Array): TextEncoding | null {
  if (head[0] === 0xff && head[1] === 0xfe) return { encoding: 'utf-16le', bom_bytes: 2 }
  if (head[0] === 0xfe && head[1] === 0xff) return { encoding: 'utf-16be', bom_bytes: 2 }
  if (head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf) return { encoding: 'utf-8', bom_bytes: 3 }
  return null
}

/** Bytes that Windows-1252 does not assign. */
const unassigned = new Set([0x81, 0x8d, 0x8f, 0x90, 0x9d])

/** Follows the bytes of a file and remembers on which lines they are UTF-8 and on which they are not. */
export class Utf8Check {
  #line = 1
  /** Continuation bytes that must follow, and the bounds of the next one. */
  #due = 0
  #low = 0x80
  #high = 0xbf
  utf8_line: number | null = null
  other_line: number | null = null
  unassigned_line: number | null = null
  nul_line: number | null = null

  add(chunk: Uint8Array): void {
    if (this.#due === 0 && isAscii(chunk) && !chunk.includes(0)) return this.#addPlain(chunk)
    for (let at = 0; at < chunk.length; at++) {
      const byte = chunk[at]!
      if (this.#due > 0) {
        if (byte >= this.#low && byte <= this.#high) {
          this.#low = 0x80
          this.#high = 0xbf
          if (--this.#due === 0) this.utf8_line ??= this.#line
          continue
        }
        this.#due = 0
        this.other_line ??= this.#line
      }
      if (byte >= 0x80) this.#lead(byte)
      else if (byte === 0x0a) this.#line++
      else if (byte === 0) this.nul_line ??= this.#line
    }
  }

  /** Most files are ASCII alone, of which only the lines are counted. */
  #addPlain(chunk: Uint8Array): void {
    for (let at = chunk.indexOf(0x0a); at >= 0; at = chunk.indexOf(0x0a, at + 1)) this.#line++
  }

  #lead(byte: number): void {
    this.#low = byte === 0xe0 ? 0xa0 : byte === 0xf0 ? 0x90 : 0x80
    this.#high = byte === 0xed ? 0x9f : byte === 0xf4 ? 0x8f : 0xbf
    if (byte >= 0xc2 && byte <= 0xdf) this.#due = 1
    else if (byte >= 0xe0 && byte <= 0xef) this.#due = 2
    else if (byte >= 0xf0 && byte <= 0xf4) this.#due = 3
    else {
      this.other_line ??= this.#line
      if (unassigned.has(byte)) this.unassigned_line ??= this.#line
    }
  }

  /** `isWhole`: false where the bytes are only the beginning of a file, which can cut a character. */
  finish(isWhole = true): Encoding {
    if (this.#due > 0 && isWhole) this.other_line ??= this.#line
    if (this.nul_line !== null) throw new FileFault(fileRules.notText(this.nul_line), { row_number: this.nul_line })
    const { utf8_line, other_line, unassigned_line } = this
    if (other_line === null) return 'utf-8'
    if (utf8_line !== null)
      throw new FileFault(fileRules.mixedEncodings(utf8_line, other_line), {
        row_number: Math.max(utf8_line, other_line),
      })
    if (unassigned_line !== null)
      throw new FileFault(fileRules.unknownEncoding(unassigned_line), { row_number: unassigned_line })
    return 'windows-1252'
  }
}

const startsWith = (bytes: Uint8Array, ...mark: number[]) => mark.every((byte, i) => bytes[i] === byte)

/** XLSX and XLS, by their first bytes. */
export const isWorkbook = (head: Uint8Array) => startsWith(head, 0x50, 0x4b) || startsWith(head, 0xd0, 0xcf, 0x11, 0xe0)

export interface Inspected extends TextEncoding {
  sha256: string
  is_workbook: boolean
}

/** Reads a file once, in chunks. */
export async function inspect(chunks: AsyncIterable<Uint8Array>): Promise<Inspected> {
  const digest = createHash('sha256')
  const check = new Utf8Check()
  let head = new Uint8Array(0)
  for await (const chunk of chunks) {
    digest.update(chunk)
    if (head.length < 4) head = new Uint8Array([...head, ...chunk.subarray(0, 8)])
    const isText = !isWorkbook(head) && byMark(head)?.bom_bytes !== 2
    if (isText) check.add(chunk)
  }
  const sha256 = digest.digest('hex')
  const is_workbook = isWorkbook(head)
  const marked = byMark(head)
  if (is_workbook || marked?.bom_bytes === 2)
    return { sha256, is_workbook, ...(marked ?? { encoding: 'utf-8', bom_bytes: 0 }) }
  return { sha256, is_workbook, encoding: check.finish(), bom_bytes: marked?.bom_bytes ?? 0 }
}

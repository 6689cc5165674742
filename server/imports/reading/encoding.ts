/**
 * The encoding of a text file, found from all of its bytes: UTF-16 by its byte order mark, else UTF-8, else
 * Windows-1252. A file with characters in UTF-8 and bytes that are not UTF-8 was put together from two files: read in
 * either encoding, half of its letters would be wrong, so it is refused.
 */
import { isAscii, isUtf8 } from 'node:buffer'
import { createHash } from 'node:crypto'
import { isSliceOver, nextSlice } from '../../queue/slices.ts'
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
const unassigned = /[\x81\x8d\x8f\x90\x9d]/
const beyondAscii = /[\x80-\xff]/
/** Characters of two bytes or more, as Latin-1 shows them. */
const utf8Characters =
  /[\xc2-\xdf][\x80-\xbf]|\xe0[\xa0-\xbf][\x80-\xbf]|[\xe1-\xec\xee\xef][\x80-\xbf]{2}|\xed[\x80-\x9f][\x80-\xbf]|\xf0[\x90-\xbf][\x80-\xbf]{2}|[\xf1-\xf3][\x80-\xbf]{3}|\xf4[\x80-\x8f][\x80-\xbf]{2}/g
const cutCharacter = /(?:[\xc2-\xdf]|[\xe0-\xef][\x80-\xbf]?|[\xf0-\xf4][\x80-\xbf]{0,2})$/

const latin1 = (bytes: Uint8Array) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')

/** Follows the bytes of a file and remembers on which lines they are UTF-8 and on which they are not. */
export class Utf8Check {
  #line = 1
  /** What may be the beginning of a character. */
  #rest: Uint8Array = new Uint8Array(0)
  utf8_line: number | null = null
  other_line: number | null = null
  unassigned_line: number | null = null
  nul_line: number | null = null

  add(chunk: Uint8Array): void {
    const bytes = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk])
    const cut = cutCharacter.exec(latin1(bytes.subarray(-3)))?.[0].length ?? 0
    this.#rest = bytes.slice(bytes.length - cut)
    const whole = bytes.subarray(0, bytes.length - cut)
    // Of most chunks nothing but the lines is new.
    const isKnown = isAscii(whole) || (this.utf8_line !== null && isUtf8(whole))
    if (isKnown && !whole.includes(0)) this.#countLines(whole)
    else this.#look(latin1(whole))
  }

  #countLines(chunk: Uint8Array): void {
    for (let at = chunk.indexOf(0x0a); at >= 0; at = chunk.indexOf(0x0a, at + 1)) this.#line++
  }

  #look(text: string): void {
    for (const [i, line] of text.split('\n').entries()) {
      if (i > 0) this.#line++
      if (line.includes('\0')) this.nul_line ??= this.#line
      if (!beyondAscii.test(line)) continue
      const others = line.replaceAll(utf8Characters, '')
      if (others.length < line.length) this.utf8_line ??= this.#line
      if (beyondAscii.test(others)) this.other_line ??= this.#line
      if (unassigned.test(others)) this.unassigned_line ??= this.#line
    }
  }

  /** `isWhole`: false where the bytes are only the beginning of a file, which can cut a character. */
  finish(isWhole = true): Encoding {
    if (isWhole) this.#look(latin1(this.#rest))
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

/** Reads a file once, in chunks; between them others than the owner have their turn. */
export async function inspect(chunks: AsyncIterable<Uint8Array>, owner: string | null = null): Promise<Inspected> {
  const digest = createHash('sha256')
  const check = new Utf8Check()
  let head = new Uint8Array(0)
  for await (const chunk of chunks) {
    if (isSliceOver()) await nextSlice(owner)
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

/**
 * The archive that an XLSX file is. Only the parts that a sheet is made of are unpacked, never more than the limits,
 * whatever the archive says of itself; they leave as an archive of our own making, so that the parser sees those alone.
 */
import { crc32, inflateRawSync } from 'node:zlib'
import { FileFault } from '../file_fault.ts'
import { type SheetLimits, sheetRules } from './sheet.ts'

/** Macros, pictures, links to other files and everything else stay packed. */
const wanted =
  /^(\[Content_Types\]\.xml|_rels\/\.rels|xl\/(workbook|sharedStrings|styles)\.xml|xl\/_rels\/workbook\.xml\.rels|xl\/worksheets\/[^/]+\.xml|xl\/(comments[^/]*|(comments|threadedComments|drawings)\/[^/]+)\.xml)$/i

const endMark = 0x06054b50
const entryMark = 0x02014b50
const localMark = 0x04034b50
const entriesMax = 10_000

export interface Part {
  name: string
  bytes: Uint8Array
}

interface Entry {
  name: string
  method: number
  crc: number
  packed_bytes: number
  offset: number
}

const decoder = new TextDecoder()

function findEnd(view: DataView): number {
  const lowest = Math.max(0, view.byteLength - 65_557)
  for (let at = view.byteLength - 22; at >= lowest; at--) if (view.getUint32(at, true) === endMark) return at
  throw new FileFault(sheetRules.unreadable)
}

function readEntries(bytes: Uint8Array, view: DataView): Entry[] {
  const end = findEnd(view)
  const count = view.getUint16(end + 10, true)
  if (count > entriesMax) throw new FileFault(sheetRules.unreadable)
  let at = view.getUint32(end + 16, true)
  const entries = new Map<string, Entry>()
  for (let i = 0; i < count; i++) {
    if (view.getUint32(at, true) !== entryMark) throw new FileFault(sheetRules.unreadable)
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((place) => view.getUint16(at + place, true))
    const name = decoder.decode(bytes.subarray(at + 46, at + 46 + nameLength!))
    if (wanted.test(name)) {
      if ((view.getUint16(at + 8, true) & 1) === 1) throw new FileFault(sheetRules.protected)
      if (entries.has(name.toLowerCase())) throw new FileFault(sheetRules.unreadable)
      entries.set(name.toLowerCase(), {
        name,
        method: view.getUint16(at + 10, true),
        crc: view.getUint32(at + 16, true),
        packed_bytes: view.getUint32(at + 20, true),
        offset: view.getUint32(at + 42, true),
      })
    }
    at += 46 + nameLength! + extraLength! + commentLength!
  }
  return [...entries.values()]
}

function unpack(bytes: Uint8Array, view: DataView, entry: Entry, bytesMax: number): Uint8Array {
  if (view.getUint32(entry.offset, true) !== localMark) throw new FileFault(sheetRules.unreadable)
  const start = entry.offset + 30 + view.getUint16(entry.offset + 26, true) + view.getUint16(entry.offset + 28, true)
  const packed = bytes.subarray(start, start + entry.packed_bytes)
  if (packed.byteLength !== entry.packed_bytes || (entry.method !== 0 && entry.method !== 8))
    throw new FileFault(sheetRules.unreadable)
  if (entry.method === 0 && packed.byteLength > bytesMax) throw new RangeError('the part is too large')
  const part = entry.method === 0 ? packed : inflateRawSync(packed, { maxOutputLength: bytesMax })
  if (crc32(part) !== entry.crc) throw new FileFault(sheetRules.unreadable)
  return part
}

/** Unpacks the parts of a workbook within the limits on size and on ratio. */
export function unpackWorkbook(bytes: Uint8Array, limits: SheetLimits): Part[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const byRatio = Math.max(limits.spreadsheet_ratio_free_bytes, bytes.byteLength * limits.spreadsheet_ratio_max)
  const bytesMax = Math.min(limits.spreadsheet_inflated_bytes_max, byRatio)
  let left = bytesMax
  return readEntries(bytes, view).map((entry) => {
    try {
      const part = unpack(bytes, view, entry, left)
      left -= part.byteLength
      return { name: entry.name, bytes: part }
    } catch (error) {
      if (error instanceof FileFault) throw error
      const isTooLarge = error instanceof RangeError && (error as { code?: string }).code !== 'ERR_OUT_OF_RANGE'
      throw new FileFault(isTooLarge ? sheetRules.unpacksToMore(bytesMax) : sheetRules.unreadable)
    }
  })
}

function header(part: Part, name: Uint8Array, offset: number | null): Uint8Array {
  const isLocal = offset === null
  const head = new DataView(new ArrayBuffer(isLocal ? 30 : 46))
  const shift = isLocal ? 0 : 2
  head.setUint32(0, isLocal ? localMark : entryMark, true)
  head.setUint16(4, 20, true)
  if (!isLocal) head.setUint16(6, 20, true)
  head.setUint32(14 + shift, crc32(part.bytes), true)
  head.setUint32(18 + shift, part.bytes.byteLength, true)
  head.setUint32(22 + shift, part.bytes.byteLength, true)
  head.setUint16(26 + shift, name.byteLength, true)
  if (!isLocal) head.setUint32(42, offset, true)
  return Buffer.concat([new Uint8Array(head.buffer), name])
}

/** An archive of these parts, stored as they are. */
export function packStored(parts: readonly Part[]): Uint8Array {
  const encoder = new TextEncoder()
  const pieces: Uint8Array[] = []
  const directory: Uint8Array[] = []
  let offset = 0
  for (const part of parts) {
    const name = encoder.encode(part.name)
    const local = header(part, name, null)
    directory.push(header(part, name, offset))
    pieces.push(local, part.bytes)
    offset += local.byteLength + part.bytes.byteLength
  }
  const directoryBytes = directory.reduce((sum, one) => sum + one.byteLength, 0)
  const end = new DataView(new ArrayBuffer(22))
  end.setUint32(0, endMark, true)
  end.setUint16(8, parts.length, true)
  end.setUint16(10, parts.length, true)
  end.setUint32(12, directoryBytes, true)
  end.setUint32(16, offset, true)
  return Buffer.concat([...pieces, ...directory, new Uint8Array(end.buffer)])
}

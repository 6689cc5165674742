/** Decodes photographs and scans, and prepares them for recognition. Runs in the thread that reads a paper. */
import { decode as decodePng } from 'fast-png'
import { decode as decodeJpeg } from 'jpeg-js'
import { type Gray, grayOf, scaleTo, straightened, turned, withoutShadow } from './gray.rules.ts'
import { flattened } from './page_corners.rules.ts'
import { PaperFault } from './reading.ts'

/** The longer side of a page that is recognised: 11 inches at 240 dpi. */
const sideMax = 2_640
/** Smaller pages are enlarged, so that letters have enough pixels. */
const sideMin = 2_200

const damaged = () => new PaperFault('damaged', 'The image is damaged and cannot be opened.')

/** Width and height that a PNG or a JPEG states, before anything is unpacked. */
function statedSize(bytes: Uint8Array, format: 'jpeg' | 'png'): { width: number; height: number } {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (format === 'png') return { width: view.getUint32(16), height: view.getUint32(20) }
  for (let at = 2; at + 9 < bytes.length;) {
    const marker = view.getUint8(at + 1)
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
    if (isFrame) return { width: view.getUint16(at + 7), height: view.getUint16(at + 5) }
    at += 2 + view.getUint16(at + 2)
  }
  throw damaged()
}

/** Orientation of a camera by the EXIF tag: 1 upright, 3 upside down, 6 and 8 on its side. */
function quartersOf(bytes: Uint8Array): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (let at = 2; at + 4 < bytes.length && view.getUint8(at) === 0xff;) {
    const length = view.getUint16(at + 2)
    if (view.getUint8(at + 1) === 0xe1 && view.getUint32(at + 4) === 0x45786966) return quartersOfTiff(view, at + 10)
    at += 2 + length
  }
  return 0
}

function quartersOfTiff(view: DataView, start: number): number {
  const little = view.getUint16(start) === 0x4949
  const directory = start + view.getUint32(start + 4, little)
  for (let i = 0; i < view.getUint16(directory, little); i++) {
    const entry = directory + 2 + i * 12
    if (view.getUint16(entry, little) !== 0x0112) continue
    return { 3: 2, 6: 1, 8: 3 }[view.getUint16(entry + 8, little)] ?? 0
  }
  return 0
}

export function checkPixels(width: number, height: number, megapixels_max: number): void {
  if (width * height > megapixels_max * 1_000_000)
    throw new PaperFault(
      'too_large',
      `An image has ${width} × ${height} pixels; at most ${megapixels_max} million pixels are read.`,
    )
}

export function decodeImage(bytes: Uint8Array, format: 'jpeg' | 'png', megapixels_max: number): Gray {
  try {
    const stated = statedSize(bytes, format)
    checkPixels(stated.width, stated.height, megapixels_max)
    if (format === 'jpeg') {
      const options = { useTArray: true, formatAsRGBA: false, maxResolutionInMP: megapixels_max } as const
      const { width, height, data } = decodeJpeg(bytes, { ...options, maxMemoryUsageInMB: 1_024 })
      return turned(grayOf(data, width, height, 3), quartersOf(bytes))
    }
    const { width, height, data, channels, depth, palette } = decodePng(bytes)
    if (palette !== undefined) {
      const pixels = Uint8Array.from(data, (index) => palette[index]?.[0] ?? 255)
      return grayOf(pixels, width, height, 1)
    }
    const eight = depth === 16 ? Uint8Array.from(data, (value) => value >> 8) : data
    return grayOf(eight, width, height, channels)
  } catch (error) {
    if (error instanceof PaperFault) throw error
    throw damaged()
  }
}

/** A page as it is recognised: alone, evenly lit, of a good size and with its lines level; perhaps on its side or upside down. */
export function preparePage(image: Gray, isPhoto: boolean): Gray {
  const page = isPhoto ? flattened(shrunk(image)) : shrunk(image)
  const longer = Math.max(page.width, page.height)
  const factor = longer < sideMin ? sideMin / longer : 1
  const sized = scaleTo(page, Math.round(page.width * factor), Math.round(page.height * factor))
  return straightened(withoutShadow(sized))
}

function shrunk(image: Gray): Gray {
  const factor = Math.min(1, sideMax / Math.max(image.width, image.height))
  return scaleTo(image, Math.round(image.width * factor), Math.round(image.height * factor))
}

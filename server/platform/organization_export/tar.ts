/** Tar archives (POSIX ustar) of regular files with short ASCII names, as a stream. */
import { ExportFault } from './export_fault.ts'

const blockBytes = 512

const padding = (bytes: number) => (blockBytes - (bytes % blockBytes)) % blockBytes

function header(path: string, bytes: number, seconds: number): Buffer {
  const block = Buffer.alloc(blockBytes)
  const octal = (value: number, at: number, width: number) =>
    block.write(`${value.toString(8).padStart(width - 1, '0')}\0`, at, 'ascii')
  if (Buffer.byteLength(path) > 100) throw new Error(`${path} is too long for a tar header`)
  block.write(path, 0, 'ascii')
  octal(0o600, 100, 8)
  octal(0, 108, 8)
  octal(0, 116, 8)
  octal(bytes, 124, 12)
  octal(seconds, 136, 12)
  block.write('        0', 148, 'ascii')
  block.write('ustar\x0000', 257, 'ascii')
  block.write(`${sumOf(block).toString(8).padStart(6, '0')}\0 `, 148, 'ascii')
  return block
}

const sumOf = (block: Uint8Array) => block.reduce((sum, byte) => sum + byte, 0)

export const tarFile = (path: string, content: Uint8Array, seconds: number): Buffer =>
  Buffer.concat([header(path, content.byteLength, seconds), content, Buffer.alloc(padding(content.byteLength))])

export const tarEnd = (): Buffer => Buffer.alloc(2 * blockBytes)

export interface TarEntry {
  path: string
  content: Buffer
}

const damaged = 'The file is damaged: it is not a complete archive of an export.'

function readHeader(block: Buffer): { path: string; bytes: number } {
  const stated = Number.parseInt(block.toString('ascii', 148, 156), 8)
  const blank = Buffer.from(block)
  blank.fill(' ', 148, 156)
  const isFile = block[156] === 0x30 || block[156] === 0
  const bytes = Number.parseInt(block.toString('ascii', 124, 136), 8)
  if (stated !== sumOf(blank) || !isFile || !Number.isSafeInteger(bytes)) throw new ExportFault(damaged)
  return { path: block.toString('ascii', 0, 100).replace(/\0.*$/s, ''), bytes }
}

/** The files of an archive, one in memory at a time. Refuses one that ends early or has a file above the limit. */
export async function* readTar(chunks: AsyncIterable<Uint8Array>, fileBytesMax: number): AsyncGenerator<TarEntry> {
  const reader = new ByteReader(chunks)
  for (;;) {
    const block = await reader.take(blockBytes)
    if (block.every((byte) => byte === 0)) return reader.drain()
    const { path, bytes } = readHeader(block)
    if (bytes > fileBytesMax) throw new ExportFault(`${path} is larger than an export writes its files.`)
    const content = await reader.take(bytes)
    await reader.take(padding(bytes))
    yield { path, content }
  }
}

class ByteReader {
  readonly #chunks: AsyncIterator<Uint8Array>
  #rest: Uint8Array = new Uint8Array()

  constructor(chunks: AsyncIterable<Uint8Array>) {
    this.#chunks = chunks[Symbol.asyncIterator]()
  }

  async take(bytes: number): Promise<Buffer> {
    const block = Buffer.alloc(bytes)
    for (let at = 0; at < bytes;) {
      if (this.#rest.byteLength === 0) {
        const next = await this.#chunks.next()
        if (next.done === true) throw new ExportFault(damaged)
        this.#rest = next.value
      }
      const part = this.#rest.subarray(0, bytes - at)
      block.set(part, at)
      this.#rest = this.#rest.subarray(part.byteLength)
      at += part.byteLength
    }
    return block
  }

  /** Reads to the end, so that the checksum of the compression is compared. */
  async drain(): Promise<void> {
    while ((await this.#chunks.next()).done !== true);
  }
}

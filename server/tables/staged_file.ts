/**
 * A file that is written whole before its client is answered. It has no name once it is open, so nothing is left behind
 * however the process ends. A client that reads slowly holds this file and nothing else; one that stops, or reads below
 * the least rate, is cut off: it sees its connection break, never an end that looks like one.
 */
import { randomUUID } from 'node:crypto'
import { type FileHandle, mkdir, open, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { refuse } from '../contract/refusals.ts'

export interface ReadingLimits {
  stall_seconds_max: number
  bytes_per_second_min: number
}

const chunkBytes = 65_536
const diskFull = new Set(['ENOSPC', 'EDQUOT'])

export interface StagedFile {
  bytes: number
  /** Can be read once; `ended` is called when the file is gone, however far it was read. */
  read: (limits: ReadingLimits, ended: () => void) => ReadableStream<Uint8Array>
  discard: () => Promise<void>
}

/** Writes a file in the folder by what `write` appends. */
export async function stageFile(
  folder: string,
  write: (append: (text: string) => Promise<void>) => Promise<void>,
): Promise<StagedFile> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const path = join(folder, randomUUID())
  const handle = await open(path, 'wx+', 0o600)
  try {
    await unlink(path)
    let bytes = 0
    await write(async (text) => {
      const chunk = new TextEncoder().encode(text)
      await handle.writeFile(chunk)
      bytes += chunk.byteLength
    })
    return {
      bytes,
      read: (limits, ended) => streamFile(handle, bytes, limits, ended),
      discard: () => handle.close(),
    }
  } catch (error) {
    await handle.close()
    if (diskFull.has((error as { code?: string }).code ?? ''))
      refuse('SERVICE_UNAVAILABLE', { desc: 'There is no space to prepare the file. Ask again later.' })
    throw error
  }
}

function streamFile(
  handle: FileHandle,
  bytes: number,
  { stall_seconds_max, bytes_per_second_min }: ReadingLimits,
  ended: () => void,
): ReadableStream<Uint8Array> {
  const untilMs = performance.now() + (stall_seconds_max + bytes / bytes_per_second_min) * 1_000
  let timer: ReturnType<typeof setTimeout> | undefined
  let position = 0
  let is_open = true
  const close = async () => {
    clearTimeout(timer)
    if (!is_open) return
    is_open = false
    ended()
    await handle.close()
  }
  const waitForClient = (controller: ReadableStreamDefaultController<Uint8Array>) => {
    clearTimeout(timer)
    const giveUp = () => {
      controller.error(new Error('the client reads nothing, or too slowly'))
      void close()
    }
    timer = setTimeout(giveUp, Math.max(0, Math.min(stall_seconds_max * 1_000, untilMs - performance.now())))
  }
  return new ReadableStream<Uint8Array>(
    {
      start: waitForClient,
      async pull(controller) {
        const { bytesRead, buffer } = await handle.read(new Uint8Array(chunkBytes), 0, chunkBytes, position)
        if (bytesRead === 0) {
          controller.close()
          return close()
        }
        position += bytesRead
        controller.enqueue(buffer.subarray(0, bytesRead))
        waitForClient(controller)
      },
      cancel: close,
    },
    { highWaterMark: 0 },
  )
}

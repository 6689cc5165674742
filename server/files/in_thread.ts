/** Runs one task in a thread that is thrown away afterwards: what it costs in time and memory, no other request pays. */
import { Worker } from 'node:worker_threads'

export interface ThreadLimits {
  memory_mb: number
  seconds_max: number
}

export type Unfinished = 'too_late' | 'out_of_memory'

const isOutOfMemory = (error: unknown) => (error as { code?: string }).code === 'ERR_WORKER_OUT_OF_MEMORY'

/**
 * Sends the task to the program at this address, and answers its message. The bytes move to the thread. Where `isPart` says
 * that a message is a part of a large answer, the thread is asked for the next one in a later turn of the event loop.
 */
export async function inThread<T>(
  program: URL,
  task: { bytes: Uint8Array },
  { memory_mb, seconds_max }: ThreadLimits,
  isPart: (message: T) => boolean = () => false,
): Promise<T | Unfinished> {
  const worker = new Worker(program, { resourceLimits: { maxOldGenerationSizeMb: memory_mb } })
  let timer: ReturnType<typeof setTimeout> | undefined
  try {
    return await new Promise<T | Unfinished>((resolve, reject) => {
      timer = setTimeout(() => resolve('too_late'), seconds_max * 1000)
      worker.on('message', (message: T) => (isPart(message) ? worker.postMessage('next') : resolve(message)))
      worker.once('error', (error) => (isOutOfMemory(error) ? resolve('out_of_memory') : reject(error)))
      worker.once('exit', () => reject(new Error(`the thread ${program.pathname} ended without an answer`)))
      const { bytes } = task
      const own = bytes.byteLength === bytes.buffer.byteLength ? bytes : bytes.slice()
      worker.postMessage({ ...task, bytes: own }, [own.buffer as ArrayBuffer])
    })
  } finally {
    clearTimeout(timer)
    await worker.terminate()
  }
}

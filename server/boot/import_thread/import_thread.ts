/**
 * Works on imports in a thread of their own, so that a file of a million rows holds up no request of others: neither the event
 * loop nor the collection of garbage is shared with it. The thread starts with the first import and ends when there is none.
 */
import { Worker } from 'node:worker_threads'
import type { ImportJob, Slice } from '../../imports/work/store.ts'
import type { RunImport } from '../../imports/work/worker.ts'
import type { Done, Order, ThreadData } from './messages.ts'

/** A slice follows the one before it within a second; a person takes longer between preview and run. */
const idleMs = 30_000
/** The thread has nothing to finish when it is ended, only connections to close. */
const endMs = 5_000

interface Thread {
  worker: Worker
  /** Resolves when it is gone. */
  gone: Promise<void>
  waiting: Map<number, { resolve: (slice: Slice) => void; reject: (error: Error) => void }>
}

export interface ImportThread {
  run: RunImport
  /** Ends the thread; no import is worked on. */
  stop: () => Promise<void>
}

/** `smol` is Bun's: a heap that grows less before it is collected. */
const threadOptions = (workerData: ThreadData) => ({ workerData, smol: true })

function startThread(data: ThreadData, program: URL, onGone: (thread: Thread) => void): Thread {
  const worker = new Worker(program, threadOptions(data))
  const waiting: Thread['waiting'] = new Map()
  let fault: Error | null = null
  worker.on('error', (error) => (fault = error as Error))
  worker.on('message', ({ number, slice }: Done) => {
    waiting.get(number)?.resolve(slice)
    waiting.delete(number)
  })
  const gone = new Promise<void>((resolve) => worker.once('exit', () => resolve()))
  const thread = { worker, gone, waiting }
  void gone.then(() => {
    onGone(thread)
    for (const { reject } of waiting.values()) reject(fault ?? new Error('the thread of imports ended'))
  })
  return thread
}

async function endThread({ worker, gone }: Thread): Promise<void> {
  worker.postMessage('end' satisfies Order)
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<void>((resolve) => (timer = setTimeout(resolve, endMs)))
  await Promise.race([gone, late])
  clearTimeout(timer)
  await worker.terminate()
}

const ownProgram = new URL('./program.ts', import.meta.url)

interface Options {
  idle_ms?: number
  /** Another program, for tests. */
  program?: URL
}

export function openImportThread(
  data: ThreadData,
  { idle_ms = idleMs, program = ownProgram }: Options = {},
): ImportThread {
  let thread: Thread | null = null
  let idle: ReturnType<typeof setTimeout> | undefined
  let numbers = 0
  const end = async () => {
    clearTimeout(idle)
    const ended = thread
    thread = null
    if (ended !== null) await endThread(ended)
  }
  return {
    async run(job: ImportJob) {
      clearTimeout(idle)
      const { worker, waiting } = (thread ??= startThread(data, program, (gone) => {
        if (thread === gone) thread = null
      }))
      const number = ++numbers
      try {
        return await new Promise<Slice>((resolve, reject) => {
          waiting.set(number, { resolve, reject })
          worker.postMessage({ number, job } satisfies Order)
        })
      } finally {
        clearTimeout(idle)
        if (waiting.size === 0) idle = setTimeout(() => void end(), idle_ms).unref()
      }
    },
    stop: end,
  }
}

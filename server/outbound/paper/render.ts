/** Papers as PDF, a few at a time, each in a thread that is thrown away afterwards. */
import { Worker } from 'node:worker_threads'
import { limits } from '../../contract/limits.ts'
import { refuse } from '../../contract/refusals.ts'
import type { Paper } from './paper.ts'

let running = 0
const waiting: (() => void)[] = []

async function takeTurn(): Promise<void> {
  if (running < limits.papers_at_once_max) {
    running++
    return
  }
  if (waiting.length >= limits.papers_waiting_max)
    refuse('SERVICE_UNAVAILABLE', { desc: 'Many papers are being printed just now. Ask again in a moment.' })
  await new Promise<void>((resolve) => waiting.push(resolve))
}

function endTurn(): void {
  const next = waiting.shift()
  if (next) next()
  else running--
}

/** The bytes of the PDF. */
export async function renderPaper(paper: Paper): Promise<Uint8Array> {
  await takeTurn()
  try {
    return await renderInWorker(paper)
  } finally {
    endTurn()
  }
}

async function renderInWorker(paper: Paper): Promise<Uint8Array> {
  const worker = new Worker(new URL('./worker.ts', import.meta.url))
  let timer: ReturnType<typeof setTimeout> | undefined
  try {
    return await new Promise<Uint8Array>((resolve, reject) => {
      const late = () => reject(new Error(`the paper takes longer than ${limits.paper_seconds_max} seconds to print`))
      timer = setTimeout(late, limits.paper_seconds_max * 1_000)
      worker.once('message', resolve)
      worker.once('error', reject)
      worker.once('exit', () => reject(new Error('the worker that prints papers ended without an answer')))
      worker.postMessage(paper)
    })
  } finally {
    clearTimeout(timer)
    await worker.terminate()
  }
}

/** Renders documents to PDF, a few at a time, each in its own short-lived thread. */
import { Worker } from 'node:worker_threads'
import { limits } from '../../contract/limits.ts'
import { createLimiter } from '../../queue/limiter.ts'
import type { Printed } from './printed.ts'

const limiter = createLimiter({
  at_once_max: limits.renderings_at_once_max,
  at_once_per_organization_max: limits.renderings_at_once_per_organization_max,
  waiting_max: limits.renderings_waiting_max,
  waiting_per_organization_max: limits.renderings_waiting_per_organization_max,
  wait_seconds_max: limits.turn_wait_seconds_max,
  busy: 'Too many documents are being printed at the moment. Try again in a few seconds.',
})

/** The bytes of the PDF. Organisations get their turns fairly. */
export const renderPdf = (organization_id: string, document: Printed): Promise<Uint8Array> =>
  limiter.run(organization_id, () => renderInWorker(document))

async function renderInWorker(document: Printed): Promise<Uint8Array> {
  const worker = new Worker(new URL('./worker.ts', import.meta.url))
  let timer: ReturnType<typeof setTimeout> | undefined
  try {
    return await new Promise<Uint8Array>((resolve, reject) => {
      const late = () =>
        reject(new Error(`rendering the document took longer than ${limits.rendering_seconds_max} seconds`))
      timer = setTimeout(late, limits.rendering_seconds_max * 1_000)
      worker.once('message', resolve)
      worker.once('error', reject)
      worker.once('exit', () => reject(new Error('the rendering worker exited without a result')))
      worker.postMessage(document)
    })
  } finally {
    clearTimeout(timer)
    await worker.terminate()
  }
}

/** Lays out one document in its own thread, so that the work does not block requests. */
import { parentPort } from 'node:worker_threads'
import { layOut } from './layout.ts'
import type { PrintedOrder } from './printed_order.ts'

parentPort!.once('message', (document: PrintedOrder) => {
  void layOut(document).then((bytes) => {
    const own = bytes.slice()
    parentPort!.postMessage(own, [own.buffer as ArrayBuffer])
  })
})

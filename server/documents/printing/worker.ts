/** One paper, laid out in a thread of its own: what it costs in time, no request pays. */
import { parentPort } from 'node:worker_threads'
import { layOut } from './layout.ts'
import type { PrintedOrder } from './printed_order.ts'

parentPort!.once('message', (document: PrintedOrder) => {
  void layOut(document).then((bytes) => {
    const own = bytes.slice()
    parentPort!.postMessage(own, [own.buffer as ArrayBuffer])
  })
})

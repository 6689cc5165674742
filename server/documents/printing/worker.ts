/** Lays out one document in its own thread, so that the work does not block requests. */
import { parentPort } from 'node:worker_threads'
import { layOutInvoice } from './invoice_layout.ts'
import { layOut } from './layout.ts'
import type { PrintedInvoice } from './printed_invoice.ts'
import type { PrintedOrder } from './printed_order.ts'

parentPort!.once('message', (document: PrintedOrder | PrintedInvoice) => {
  void ('kind' in document ? layOutInvoice(document) : layOut(document)).then((bytes) => {
    const own = bytes.slice()
    parentPort!.postMessage(own, [own.buffer as ArrayBuffer])
  })
})

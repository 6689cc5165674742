/** Lays out one document in its own thread, so that the work does not block requests. */
import { parentPort } from 'node:worker_threads'
import { layOutInvoice } from './invoice_layout.ts'
import { layOut } from './layout.ts'
import { layOutPackingSlip } from './packing_slip_layout.ts'
import { layOutPickList } from './pick_list_layout.ts'
import type { Printed } from './printed.ts'
import { layOutReport } from './report_layout.ts'
import { layOutStatement } from './statement_layout.ts'

async function layOutAny(document: Printed): Promise<Uint8Array> {
  if (!('kind' in document)) return layOut(document)
  if (document.kind === 'carton_labels') {
    // The library of bar codes is large; other documents are printed without loading it.
    const { layOutCartonLabels } = await import('./carton_label_layout.ts')
    return layOutCartonLabels(document)
  }
  if (document.kind === 'packing_slip') return layOutPackingSlip(document)
  if (document.kind === 'statement') return layOutStatement(document)
  if (document.kind === 'pick_list') return layOutPickList(document)
  return document.kind === 'report' ? layOutReport(document) : layOutInvoice(document)
}

parentPort!.once('message', (document: Printed) => {
  void layOutAny(document).then((bytes) => {
    const own = bytes.slice()
    parentPort!.postMessage(own, [own.buffer as ArrayBuffer])
  })
})

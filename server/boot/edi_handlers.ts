/** Every handler of inbound EDI documents, from the domains that declare them. */
import type { EdiDocumentHandler } from '../interchanges/handler.ts'
import { handle824, handle864 } from '../partners/edi/spoken_of/receive_advice.ts'
import { handle820 } from '../partners/edi/spoken_of/receive_remittance.ts'
import { handle852 } from '../partners/sell_out/receive_852.ts'
import { handle860 } from '../selling/edi_orders/inbound/receive_change.ts'
import { handle850 } from '../selling/edi_orders/inbound/receive_order.ts'

export const ediHandlers: readonly EdiDocumentHandler[] = [
  handle820,
  handle824,
  handle850,
  handle852,
  handle860,
  handle864,
]

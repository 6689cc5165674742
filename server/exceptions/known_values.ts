/** Known values of fields, published in the document and checked by the database. This file imports only their names. */
import { named } from '../contract/openapi/named.ts'

export const exceptionKinds = named('ExceptionKind', [
  'unknown_sku',
  'identifiers_disagree',
  'price_mismatch',
  'quantity_short',
  'over_receipt',
  'duplicate_order',
  'quantity_not_in_packs',
  'unknown_door',
  'order_change',
  'order_not_taken',
  'not_understood',
  'date_slip',
  'allocation_short',
  'document_unreadable',
  'edi_rejected',
  'edi_undelivered',
  'edi_held',
  'edi_deadline',
  'mail_undelivered',
  'inbound_undelivered',
  'warehouse_request_undelivered',
  'ledger_post_failed',
  'payment_not_read',
  'stock_negative',
  'over_shipped',
  'shipped_unallocated',
  'shipped_on_hold',
  'return_unmatched',
  'sales_not_counted',
])

export const exceptionSeverities = named('ExceptionSeverity', ['info', 'warning', 'blocking'])

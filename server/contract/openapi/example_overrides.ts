/**
 * Values for the examples of one operation or event that differ from example_values.ts, by domain. Values that a write's
 * response repeats from its sample request are not listed. Keys have the same form as there.
 */
import { accountOverrides } from './overrides/accounts.ts'
import { appOverrides } from './overrides/app.ts'
import { bookOverrides } from './overrides/book.ts'
import { catalogueOverrides } from './overrides/catalogue.ts'
import { insightOverrides } from './overrides/insight.ts'
import { orderOverrides } from './overrides/orders.ts'
import { planningOverrides } from './overrides/planning.ts'
import { platformOverrides } from './overrides/platform.ts'
import { purchasingOverrides } from './overrides/purchasing.ts'
import { reportOverrides } from './overrides/reports.ts'
import { returnOverrides } from './overrides/returns.ts'
import { sellingOverrides } from './overrides/selling.ts'
import { sellOutOverrides } from './overrides/sell_out.ts'
import { stockOverrides } from './overrides/stock.ts'
import { paymentOverrides } from './overrides/payments.ts'
import { creditNoteOverrides } from './overrides/credit_notes.ts'
import { supplierInvoiceOverrides } from './overrides/supplier_invoices.ts'
import type { Values } from './overrides/shared.ts'

/** By id of the operation or event. */
export const overrides: Record<string, Values> = {
  ...accountOverrides,
  ...appOverrides,
  ...bookOverrides,
  ...catalogueOverrides,
  ...insightOverrides,
  ...orderOverrides,
  ...planningOverrides,
  ...platformOverrides,
  ...purchasingOverrides,
  ...reportOverrides,
  ...returnOverrides,
  ...sellingOverrides,
  ...sellOutOverrides,
  ...stockOverrides,
  ...creditNoteOverrides,
  ...paymentOverrides,
  ...supplierInvoiceOverrides,
}

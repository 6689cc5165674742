/** Rows of the tables that follow from a supplier invoice, as every_record.ts has them. */
import { uuidv7 } from 'uuidv7'
import type { Row } from '../../support/fixtures/insert_rows.ts'

const at = '2026-11-20T09:30:00.123456Z'

interface Ids {
  supplier_invoice_id: string
  purchase_order_id: string
  line_id: string
  delivery_id: string
}

export const invoiceRows = ({
  supplier_invoice_id,
  purchase_order_id,
  line_id,
  delivery_id,
}: Ids): [table: string, row: Row][] => [
  [
    'supplier_invoice_costs',
    {
      cost_id: uuidv7(),
      supplier_invoice_id,
      line_number: 1,
      purchase_order_id,
      line_id,
      delivery_id,
      units: 2,
      difference: '7.0000000000',
      stock_value: '4.5000',
      variance: '2.5000',
      booked_on: '2026-11-20',
      booked_at: at,
      actor: 'user:Ada',
    },
  ],
  [
    'supplier_invoice_revisions',
    { supplier_invoice_id, revision: 0, record: { lines_total: '75.0000' }, replaced_at: at, replaced_by: 'user:Ada' },
  ],
]

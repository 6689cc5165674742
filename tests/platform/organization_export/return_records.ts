/** Rows of a return with its receipt and refund, as every_record.ts has them. */
import { uuidv7 } from 'uuidv7'
import { at, type Ids, on, type Rows } from './first_ids.ts'

export const returnRows = ({
  variant_id,
  location_id,
  sales_channel_id,
  order_id,
  order_line_id,
  customer_id,
  return_line_id,
}: Ids): Rows => {
  const return_id = 5_000_000_000_000_002
  const refund_id = uuidv7()
  return [
    [
      'returns',
      {
        return_id,
        name: 'RMA-1',
        state: 'closed',
        origin: 'manual',
        reason: 'unknown',
        refund_status: 'none',
        order_id,
        customer_id,
        sales_channel_id,
        location_id,
        created_at: at,
        updated_at: at,
      },
    ],
    [
      'return_lines',
      {
        return_id,
        line_id: return_line_id,
        variant_id,
        order_line_id,
        expected_quantity: 1,
        received_quantity: 1,
        restocked_quantity: 1,
      },
    ],
    [
      'return_receipts',
      {
        return_id,
        receipt_number: 1,
        location_id,
        received_at: at,
        received_on: on,
        recorded_by: 'user:Ada',
        recorded_at: at,
      },
    ],
    [
      'return_receipt_lines',
      {
        return_id,
        receipt_number: 1,
        line_id: return_line_id,
        variant_id,
        received_quantity: 1,
        restocked_quantity: 1,
        disposition: 'restock',
        value_cents: 4_450,
        tax_cents: 0,
        currency: 'USD',
      },
    ],
    [
      'return_inspections',
      {
        inspection_id: uuidv7(),
        part_number: 1,
        return_id,
        receipt_number: 1,
        line_id: return_line_id,
        quantity: 1,
        disposition: 'write_off',
        note: 'Worn',
        inspected_at: at,
        inspected_by: 'user:Ada',
        reverted_at: at,
        reverted_by: 'user:Ada',
        revert_reason: 'Another parcel',
      },
    ],
    [
      'return_exchanges',
      {
        exchange_id: uuidv7(),
        return_id,
        order_id,
        currency: 'USD',
        returned_cents: 4_450,
        replacement_cents: 4_450,
        settlement: 'none',
        created_by: 'user:Ada',
        created_at: at,
        cancelled_at: at,
        cancelled_by: 'user:Ada',
        cancel_reason: 'Kept after all',
      },
    ],
    [
      'refunds',
      {
        refund_id,
        return_id,
        order_id,
        sales_channel_id,
        location_id,
        currency: 'USD',
        refunded_at: at,
        refunded_on: on,
        freight_cents: 0,
        recorded_by: 'user:Ada',
        recorded_at: at,
      },
    ],
    ['refund_lines', { refund_id, line_number: 1, variant_id, quantity: 1, amount_cents: 4_450, tax_cents: 0 }],
  ]
}

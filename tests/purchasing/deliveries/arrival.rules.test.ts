/** How many units may still arrive, and under which document they are booked. */
import { expect, test } from 'bun:test'
import { checkShipped, ledgerDocument, outstandingOf } from '../../../server/purchasing/deliveries/arrival.rules.ts'
import type { OrderType } from '../../../server/purchasing/known_values.ts'
import type { OrderState } from '../../../server/purchasing/orders/rules.ts'

const orderOf = (order_type: OrderType) => ({ order_type, purchase_order_id: 'o', name: 'PO-1' })

test('a transfer books under the order, and other orders under the delivery', () => {
  const booked = (order_type: OrderType, revision?: number) => ledgerDocument(orderOf(order_type), 'd', 'l', revision)
  expect(booked('purchase')).toEqual({
    document: { type: 'purchase_order_delivery', id: 'd', name: 'PO-1' },
    document_line_id: 'l',
  })
  expect(booked('manufacturing').document).toEqual({ type: 'manufacturing_order', id: 'd', name: 'PO-1' })
  expect(booked('transfer')).toEqual({
    document: { type: 'transfer_order_delivery', id: 'o', name: 'PO-1' },
    document_line_id: 'l d',
  })
})

test('each correction books under its own revision', () => {
  expect(ledgerDocument(orderOf('purchase'), 'd', 'l', 0).document_line_id).toBe('l')
  expect(ledgerDocument(orderOf('purchase'), 'd', 'l', 1).document_line_id).toBe('l 1')
  expect(ledgerDocument(orderOf('transfer'), 'd', 'l', 2).document_line_id).toBe('l d 2')
})

test('what may still arrive is in transit on a transfer, else ordered and not delivered; never less than none', () => {
  const line = { quantity: 10, in_transit_quantity: 4, delivered_quantity: 3 }
  expect(outstandingOf({ order_type: 'purchase' }, line)).toBe(7)
  expect(outstandingOf({ order_type: 'manufacturing' }, line)).toBe(7)
  expect(outstandingOf({ order_type: 'transfer' }, line)).toBe(4)
  expect(outstandingOf({ order_type: 'purchase' }, { ...line, delivered_quantity: 10 })).toBe(0)
  expect(outstandingOf({ order_type: 'purchase' }, { ...line, delivered_quantity: 12 })).toBe(0)
  expect(outstandingOf({ order_type: 'transfer' }, { ...line, in_transit_quantity: -1 })).toBe(0)
})

test('a transfer is received only after it was issued; other orders may be received before', () => {
  const order = (order_type: OrderType): OrderState => ({
    name: 'PO-1',
    order_type,
    status: 'approved',
    on_hold: false,
    hold_reason: null,
  })
  const check = (order_type: OrderType, issued_at: string | null) => () =>
    checkShipped({ ...order(order_type), issued_at })
  expect(check('transfer', null)).toThrow(
    expect.objectContaining({
      code: 'conflict',
      desc: 'PO-1 has not been issued, so it cannot be received. Issue it first.',
      data: { act: 'receive', status: 'approved', order_type: 'transfer' },
    }),
  )
  expect(check('transfer', '2026-11-22T00:00:00.000Z')).not.toThrow()
  expect(check('purchase', null)).not.toThrow()
})

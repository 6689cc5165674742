/** The steps of a history that concern sales orders. */
import fc from 'fast-check'
import { does, past, place, seldom, soldSku, which } from '../setting.ts'

type Units = { line: number; quantity: number }

/** What becomes of units that are not restocked. */
export const dispositions = ['restock', 'write_off', 'quarantine', 'return_to_supplier', 'missing'] as const

export type SaleStep =
  | {
      does: 'sale'
      sale_place: string
      is_wholesale: boolean
      is_draft: boolean
      freight: number
      freight_tax: number
      /** Whether all of it ships at once, and when. */
      ships: boolean
      shipped_at: string | null
      lines: { sku: string; quantity: number; price: number; discount: number; tax: number }[]
    }
  | { does: 'hold_sale' | 'cancel_sale'; sale: number }
  | { does: 'confirm_sale'; sale: number; agreed: number[] }
  | {
      does: 'ship_sale'
      sale: number
      is_elsewhere: boolean
      keeps: boolean
      shipped_at: string | null
      lines: Units[]
    }
  /** Charges that the caller sends; null for the share of those of the order. */
  | { does: 'invoice_sale'; sale: number; tax: number | null; freight: number | null }
  | { does: 'void_invoice'; sale: number; invoice: number }
  | {
      does: 'return_sale'
      sale: number
      line: number
      quantity: number
      restocked: number
      disposition: (typeof dispositions)[number]
      received_at: string | null
      not_in_count: boolean
      refund: StatedStep | null
    }

/** A refund as it is stated: none, or some of what is left, in hundredths of it. */
export interface StatedStep {
  status: 'none' | 'partial' | 'full'
  percent: number
}

/** Sometimes more than is left. */
export const stated: fc.Arbitrary<StatedStep> = fc.record({
  status: does('none', 'partial', 'full'),
  percent: fc.constantFrom(7, 33, 50, 100, 101),
})

/** Null for now; units leave after the deliveries of the day. */
const shipped_at = fc.oneof({ weight: 2, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: past('10:00') })
/** An instant, or a day without a time. */
const returnedAt = fc.oneof({ weight: 2, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: past('12:00', 'day') })

export const restockedMax = 4

/** How units of a return arrive. */
export const arrivedUnits = {
  restocked: fc.nat(restockedMax),
  disposition: fc.constantFrom(...dispositions),
  received_at: returnedAt,
  not_in_count: seldom,
}

export function saleSteps(): { weight: number; arbitrary: fc.Arbitrary<SaleStep> }[] {
  const line = fc
    .record({
      sku: soldSku,
      quantity: fc.integer({ min: 1, max: 8 }),
      price: fc.integer({ max: 900, min: 0 }),
      percent: fc.constantFrom(0, 0, 7, 33, 100),
      tax: fc.constantFrom(0, 0, 1, 50, 777),
    })
    .map(({ percent, ...rest }) => ({ ...rest, discount: Math.floor((rest.quantity * rest.price * percent) / 100) }))
  const lines = fc.array(line, { minLength: 1, maxLength: 3 })
  const units = fc.uniqueArray(fc.record({ line: fc.nat(2), quantity: fc.integer({ min: 1, max: 6 }) }), {
    minLength: 1,
    maxLength: 3,
    selector: ({ line }) => line,
  })
  return [
    {
      weight: 8,
      arbitrary: fc.record({
        does: does('sale'),
        sale_place: place,
        // Only orders of accounts are invoiced.
        is_wholesale: fc.constantFrom(true, true, false),
        is_draft: seldom,
        ships: fc.boolean(),
        shipped_at,
        freight: fc.constantFrom(0, 1, 500, 1_001),
        freight_tax: fc.constantFrom(0, 0, 95),
        lines,
      }),
    },
    { weight: 4, arbitrary: fc.record({ does: does('hold_sale'), sale: which }) },
    { weight: 2, arbitrary: fc.record({ does: does('cancel_sale'), sale: which }) },
    {
      weight: 2,
      arbitrary: fc.record({
        does: does('confirm_sale'),
        sale: which,
        agreed: fc.array(fc.nat(6), { minLength: 3, maxLength: 3 }),
      }),
    },
    {
      weight: 9,
      arbitrary: fc.record({
        does: does('ship_sale'),
        sale: which,
        is_elsewhere: seldom,
        keeps: fc.boolean(),
        shipped_at,
        lines: units,
      }),
    },
    {
      weight: 5,
      arbitrary: fc.record({
        does: does('invoice_sale'),
        sale: which,
        tax: fc.constantFrom(null, null, 0, 33),
        freight: fc.constantFrom(null, null, 0, 250),
      }),
    },
    { weight: 3, arbitrary: fc.record({ does: does('void_invoice'), sale: which, invoice: fc.nat(3) }) },
    {
      weight: 9,
      arbitrary: fc.record({
        does: does('return_sale'),
        sale: which,
        line: fc.nat(2),
        quantity: fc.integer({ min: 1, max: 4 }),
        ...arrivedUnits,
        refund: fc.oneof({ weight: 3, arbitrary: fc.constant(null) }, { weight: 2, arbitrary: stated }),
      }),
    },
  ]
}

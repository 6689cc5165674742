/** An order of a file as it will be written: what it names, and its days. */
import { describe, expect, test } from 'bun:test'
import type { RecordFault } from '../../../server/imports/record_diff.ts'
import type { OrderFacts } from '../../../server/selling/sales_order_import/order_facts.store.ts'
import type { LineRecord, OrderRecord } from '../../../server/selling/sales_order_import/reading/order_record.ts'
import { countedDays } from '../../../server/selling/sales_order_import/resolve_order.rules.ts'
import {
  lineOf,
  shipped,
  orderOf,
  refund,
  channel,
  location,
  facts,
  options,
  now,
  resolve,
  write,
} from './order_records.ts'

const words = ({ field, rule, value, row_number }: RecordFault) =>
  `${row_number === undefined ? '' : `row ${row_number} `}${field} ${value}: ${rule.split(/[,;]/)[0]}`
function faults(record: OrderRecord, of?: OrderFacts, chosen?: object) {
  const found = resolve(record, of, chosen)
  return 'faults' in found ? found.faults.map(words) : []
}

test('an order has the days of the organisation, and belongs to nobody without an account', () => {
  expect(write(orderOf())).toMatchObject({
    is_wholesale: false,
    trading_partner_id: null,
    payment_terms: null,
    sales_channel_id: 'shop',
    location_id: 'hub',
    ordered_on: '2026-11-11',
    refunded_on: '2026-11-13',
    is_refund_historical: false,
    cut_over: options.cut_over,
    time_zone: 'Europe/Berlin',
    currency: 'EUR',
  })
  const { order_id, lines } = write(orderOf())
  expect(new Set([order_id, lines[0]!.line_id]).size).toBe(2)
})

test('an order of an account is wholesale, with the terms of the account', () => {
  expect(write(orderOf({ account: ' ACME ' }))).toMatchObject({
    is_wholesale: true,
    trading_partner_id: 'acme',
    payment_terms: 'Net 30',
  })
  expect(faults(orderOf({ account: 'Nobody' }))).toEqual([
    'account Nobody: must be a trading account of this organisation',
  ])
})

test('an order for an archived account has no units left to ship', () => {
  expect(faults(orderOf({ account: 'gone' }))).toEqual(['account gone: is an archived account'])
  expect(faults(orderOf({ account: 'gone', lines: [lineOf({ cancelled_quantity: 5 }), lineOf()] }))).toHaveLength(1)
  const done = [lineOf({ shipped: [shipped(4)], cancelled_quantity: 1 })]
  expect(faults(orderOf({ account: 'gone', lines: done }))).toEqual([])
})

test('the currency is that of the organisation, in any case', () => {
  expect(faults(orderOf({ currency: 'eur' }))).toEqual([])
  expect(resolve(orderOf({ currency: 'USD' }))).toEqual({
    faults: [{ field: 'currency', rule: "must be the organisation's currency", value: 'USD', allowed: ['EUR'] }],
  })
})

describe('the channel', () => {
  const channels = [channel('shop'), channel('other', 'other account'), channel('own', 'acme')]
  const many = facts({ channels })
  const none = 'channel null: is required'

  test('is the one that the row names, else that of the option', () => {
    const two = facts({ channels: [channel('shop'), channel('other')] })
    expect(write(orderOf({ channel: ' Other ' }), two, { channel: 'shop' }).sales_channel_id).toBe('other')
    expect(write(orderOf(), two, { channel: 'other' }).sales_channel_id).toBe('other')
    expect(faults(orderOf({ channel: 'Kiosk' }), two)).toEqual([
      'channel Kiosk: must be a sales channel of this organisation',
    ])
    expect(faults(orderOf({ channel: 'twin' }), two)).toEqual(['channel twin: is the name of several sales channels'])
  })

  test('that is named may belong to nobody or to the account of the order', () => {
    expect(faults(orderOf({ channel: 'other' }), many)).toEqual(['channel other: is the channel of another account'])
    expect(write(orderOf({ channel: 'shop', account: 'acme' }), many).sales_channel_id).toBe('shop')
    const names = facts({ channels, channelNames: new Map([['own', 'own']]) })
    expect(write(orderOf({ channel: 'own', account: 'acme' }), names).sales_channel_id).toBe('own')
    expect(faults(orderOf({ channel: 'own' }), names)).toHaveLength(1)
  })

  test('that nothing names is the only active one of the account, else the only wholesale one of nobody, never a shop', () => {
    expect(write(orderOf({ account: 'acme' }), many).sales_channel_id).toBe('own')
    expect(write(orderOf(), many).sales_channel_id).toBe('shop')
    const own = channel('own', 'acme', false)
    const trade = (id: string) => channel(id, null, true, 'wholesale')
    const idle = facts({ channels: [own, channel('shop'), trade('trade')] })
    expect(write(orderOf({ account: 'acme' }), idle).sales_channel_id).toBe('trade')
    expect(faults(orderOf({ account: 'acme' }), facts({ channels: [own, channel('shop')] }))).toEqual([none])
    const two = facts({ channels: [own, trade('one'), trade('two')] })
    expect(faults(orderOf({ account: 'acme' }), two)).toEqual([none])
    const foreign = facts({ channels: [channel('other', 'other account')] })
    expect(faults(orderOf({ account: 'acme' }), foreign)).toEqual([none])
  })

  test('must be named where none or several fit', () => {
    expect(faults(orderOf(), facts({ channels: [] }))).toEqual([none])
    expect(faults(orderOf(), facts({ channels: [channel('shop'), channel('other')] }))).toEqual([none])
    expect(faults(orderOf(), facts({ channels: [channel('shop'), channel('other', null, false)] }))).toEqual([])
  })
})

describe('the location', () => {
  const two = facts({ locations: [location('hub'), location('old', false)] })
  const closed = lineOf({ cancelled_quantity: 3, shipped: [shipped(2)] })

  test('is the one that the row names, else that of the option, else the only one in use', () => {
    expect(write(orderOf({ location: 'Hub' }), two, { location: 'old' }).location_id).toBe('hub')
    expect(write(orderOf({ lines: [closed] }), two, { location: 'old' }).location_id).toBe('old')
    expect(write(orderOf(), two).location_id).toBe('hub')
    expect(faults(orderOf({ location: 'Barn' }), two)).toEqual([
      'location Barn: must be a location of this organisation',
    ])
  })

  test('must be named where none or several are in use', () => {
    const none = ['location null: is required']
    expect(faults(orderOf(), facts({ locations: [] }))).toEqual(none)
    expect(faults(orderOf(), facts({ locations: [location('old', false)] }))).toEqual(none)
    expect(faults(orderOf(), facts({ locations: [location('hub'), location('old')] }))).toEqual(none)
  })

  test('that is not in use can only have what is done', () => {
    const rule = 'location old: is a location that is not in use'
    expect(faults(orderOf({ location: 'old' }), two)).toEqual([rule])
    expect(faults(orderOf({ location: 'old', lines: [closed, lineOf({ quantity: 1 })] }), two)).toEqual([rule])
    expect(faults(orderOf({ location: 'old', lines: [closed] }), two)).toEqual([])
    expect(faults(orderOf({ location: 'hub' }), two)).toEqual([])
  })
})

describe('the variant of a line', () => {
  const line = (values: Partial<LineRecord>, order: Partial<OrderRecord> = {}) =>
    orderOf({ lines: [lineOf(values)], ...order })

  test('is found by its id, else by its SKU', () => {
    expect(write(line({ variant_id: 'ID-M', sku: 'J-?' })).lines[0]!.variant_id).toBe('id-m')
    expect(write(line({})).lines[0]!.variant_id).toBe('id-m')
    expect(faults(line({ sku: 'j-m' }))).toEqual(['row 2 sku j-m: must be a variant of this organisation'])
    expect(faults(line({ variant_id: 'id-?' }))).toEqual([
      'row 2 variant_id id-?: must be a variant of this organisation',
    ])
    expect(faults(line({ sku: null }))).toEqual(['row 2 sku null: must be a variant of this organisation'])
  })

  test('that is archived has no units left to ship', () => {
    expect(faults(line({ sku: 'J-X' }))).toEqual(['row 2 sku J-X: is an archived variant'])
    expect(faults(line({ sku: 'J-X', cancelled_quantity: 4 }))).toHaveLength(1)
    expect(faults(line({ sku: 'J-X', cancelled_quantity: 5 }))).toEqual([])
  })

  test('gives its cost and regular price to a line without them, from the cut-over on', () => {
    const money = (of: OrderRecord) => {
      const { unit_cost, regular_unit_price_cents } = write(of).lines[0]!
      return [unit_cost, regular_unit_price_cents]
    }
    expect(money(line({}))).toEqual(['4.50', 1_200])
    expect(money(line({}, { ordered_at: options.cut_over }))).toEqual(['4.50', 1_200])
    expect(money(line({}, { ordered_at: '2026-10-31T23:59:59Z' }))).toEqual([null, null])
    // What consumers pay is no price from which an account's is marked down.
    expect(money(line({}, { account: 'acme' }))).toEqual(['4.50', null])
    expect(money(line({ regular_unit_price_cents: 1_100 }, { account: 'acme' }))).toEqual(['4.50', 1_100])
    const own = { unit_cost: '1.00', regular_unit_price_cents: 1_100 }
    expect(money(line(own))).toEqual(['1.00', 1_100])
    expect(money(line(own, { ordered_at: '2026-10-31T23:59:59Z' }))).toEqual(['1.00', 1_100])
  })
})

describe('a time', () => {
  const later = '2026-11-20T12:00:00.001Z'

  test('must not be in the future', () => {
    expect(faults(orderOf({ ordered_at: now, cancelled_at: now }), facts(), { cut_over: now })).toEqual([])
    expect(faults(orderOf(), facts(), { cut_over: later })).toEqual([`cut_over ${later}: must not be in the future`])
    expect(faults(orderOf({ ordered_at: later }))).toEqual([`ordered_at ${later}: must not be in the future`])
    expect(faults(orderOf({ cancelled_at: later }))).toEqual([`cancelled_at ${later}: must not be in the future`])
  })

  test('of several shipments is refused once', () => {
    const lines = [lineOf({ shipped: [shipped(1, later)] }), lineOf({ shipped: [shipped(1, now), shipped(1, later)] })]
    expect(faults(orderOf({ lines }))).toEqual([`shipped_at ${later}: must not be in the future`])
  })

  test('of a refund counts where something was refunded or came back', () => {
    const rule = [`refunded_at ${later}: must not be in the future`]
    expect(faults(orderOf({ refunded_at: later }))).toEqual([])
    expect(faults(orderOf({ refunded_at: later, refund }))).toEqual(rule)
    expect(faults(orderOf({ refunded_at: later, lines: [lineOf(), lineOf({ returned_quantity: 1 })] }))).toEqual(rule)
  })

  test('of a refund before the cut-over is history', () => {
    const historical = (refunded_at: string) => write(orderOf({ refunded_at })).is_refund_historical
    expect([historical('2026-10-31T23:59:59Z'), historical(options.cut_over)]).toEqual([true, false])
  })
})

describe('an order counts', () => {
  const days = (values: Partial<OrderRecord>) =>
    countedDays(write(orderOf(values))).map(({ field, day, sales_channel_id }) => [field, day, sales_channel_id])

  test('on the day on which a consumer placed it, unless all of it was cancelled', () => {
    expect(days({})).toEqual([['ordered_at', '2026-11-11', 'shop']])
    expect(days({ lines: [lineOf({ cancelled_quantity: 5 }), lineOf({ cancelled_quantity: 4 })] })).toHaveLength(1)
    expect(days({ lines: [lineOf({ cancelled_quantity: 5 })] })).toEqual([])
    expect(days({ lines: [lineOf({ shipped: [shipped(1)] })] })).toHaveLength(1)
  })

  test('on the days on which it shipped to an account', () => {
    const lines = [lineOf({ shipped: [shipped(1)] }), lineOf({ shipped: [shipped(1, '2026-11-03T23:30:00Z')] })]
    expect(days({ account: 'acme', lines })).toEqual([
      ['shipped_at', '2026-11-02', 'shop'],
      ['shipped_at', '2026-11-04', 'shop'],
    ])
    expect(days({ account: 'acme' })).toEqual([])
  })

  test('on the day of its refund, and of what came back', () => {
    expect(days({ account: 'acme', refund })).toEqual([['refunded_at', '2026-11-13', 'shop']])
    expect(days({ account: 'acme', lines: [lineOf(), lineOf({ returned_quantity: 1 })] })).toHaveLength(1)
  })
})

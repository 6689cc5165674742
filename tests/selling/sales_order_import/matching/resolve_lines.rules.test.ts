/** Lines of an order that no variant matches. */
import { describe, expect, test } from 'bun:test'
import type { NewPlaceholders } from '../../../../server/selling/sales_order_import/matching/matching.model.ts'
import { placeholdersNeeded } from '../../../../server/selling/sales_order_import/matching/resolve_lines.rules.ts'
import type { OrderFacts } from '../../../../server/selling/sales_order_import/order_facts.store.ts'
import type { LineRecord, OrderRecord } from '../../../../server/selling/sales_order_import/reading/order_record.ts'
import { resolveOrder } from '../../../../server/selling/sales_order_import/resolve_order.rules.ts'
import { lineOf, orderOf, variant, facts, options, now } from '../order_records.ts'

describe('lines that no variant matches', () => {
  const goods = (...lines: Partial<LineRecord>[]) =>
    orderOf({ ordered_at: '2026-10-01T10:00:00Z', lines: lines.map(lineOf) })
  const tip: Partial<LineRecord> = { sku: null, product_name: 'Tip', other: { kind: 'tip', is_stated: false } }
  const made = new Map([
    ['placeholder/J-?', { variant_id: 'made', write: { product_id: 'new' } }],
    ['without-goods/tip', { variant_id: 'tips', write: { product_id: 'tip' } }],
  ]) as unknown as NewPlaceholders
  const resolved = (record: OrderRecord, chosen = {}) =>
    resolveOrder(record, { options: { ...options, ...chosen }, now, currency: 'EUR' }, facts(), made)

  test('have a placeholder in orders before the cut-over, or in all, or in none', () => {
    const outcome = (record: OrderRecord, chosen = {}) => {
      const one = resolved(record, chosen)
      return 'faults' in one ? one.faults.map(({ rule }) => rule) : one.write.lines.map(({ variant_id }) => variant_id)
    }
    const unknown = { sku: 'J-?' }
    const late = (ordered_at: string) => ({ ...goods(unknown), ordered_at })
    const later = 'must be a variant of this organisation; placeholders are made of orders before cut_over'
    expect(outcome(late('2026-10-31T23:59:59Z'))).toEqual(['made'])
    expect(outcome(late('2026-11-01T00:00:00Z'))).toEqual([later])
    expect(outcome(late('2026-11-01T00:00:00Z'), { placeholders: 'all' })).toEqual(['made'])
    expect(outcome(late('2026-10-31T23:59:59Z'), { placeholders: 'history' })).toEqual(['made'])
    expect(outcome(late('2026-10-31T23:59:59Z'), { placeholders: 'refuse' })).toEqual([
      'must be a variant of this organisation',
    ])
    // Our own id names a variant or nothing.
    expect(outcome(goods({ variant_id: 'id-?' }))).toEqual(['must be a variant of this organisation'])
  })

  test('are kept beside sales where they are no goods, with their part of the refund', () => {
    const paid = { amount_cents: 3_300, freight_cents: 300, is_full: true }
    const lines = [
      { amount_cents: 2_000, tax_cents: 0 },
      { amount_cents: 900, tax_cents: 100 },
    ]
    const record = { ...goods({}, { ...tip, quantity: 4, cancelled_quantity: 1 }), refund: { ...paid, lines } }
    const one = resolved(record)
    expect(one).toMatchObject({
      write: {
        lines: [{ variant_id: 'id-m', is_without_goods: false }],
        lines_without_goods: [{ kind: 'tip', name: 'Tip', quantity: 3, amount_cents: 3_000, refunded_cents: 1_000 }],
        record: { refund: { amount_cents: 2_300, lines: [lines[0]] }, lines: [{}] },
        placeholders: [],
      },
      notes: [{ field: 'product_name', value: 'Tip', row_number: 2 }],
    })
    const whole = { ...record, refund: { ...paid, amount_cents: 1_000, freight_cents: 0, lines } }
    expect(resolved(whole)).toMatchObject({ write: { record: { refund: null } } })
  })

  test('are sales of a variant of their kind where that is chosen', () => {
    expect(resolved(goods(tip), { lines_without_goods: 'sales' })).toMatchObject({
      write: {
        lines: [{ variant_id: 'tips', sku: 'without-goods/tip', is_without_goods: true }],
        lines_without_goods: [],
        placeholders: [{ product_id: 'tip' }],
      },
    })
  })

  test('are goods where a variant has that name, unless the file states what they are', () => {
    const named = { ...tip, sku: 'J-M' }
    expect(resolved(goods(named))).toMatchObject({
      write: { lines: [{ variant_id: 'id-m' }], lines_without_goods: [] },
    })
    const stated = { ...named, other: { kind: 'fee' as const, is_stated: true } }
    expect(resolved(goods(stated))).toMatchObject({ write: { lines: [], lines_without_goods: [{ kind: 'fee' }] } })
  })

  test('need a placeholder once each, unless it is in the catalogue', () => {
    const of = (record: OrderRecord, known: OrderFacts = facts()) =>
      placeholdersNeeded(record, { options, isHistory: true, isWholesale: false, currency: 'USD' }, known.goods).map(
        ({ sku }) => sku,
      )
    expect(of(goods({ sku: 'J-?' }, {}, tip))).toEqual(['placeholder/J-?'])
    const { goods: stored } = facts()
    const by_sku = new Map([...stored.by_sku, ['placeholder/J-?', variant('old')]])
    expect(of(goods({ sku: 'J-?' }), facts({ goods: { ...stored, by_sku } }))).toEqual([])
  })
})

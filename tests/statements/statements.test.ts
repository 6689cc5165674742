import { expect, setDefaultTimeout } from 'bun:test'
import { otherProcess, testUnless } from '../support/needs.ts'
import { measureStatements } from './measure.ts'

setDefaultTimeout(120_000)

/**
 * Statements and round trips of each request, begin and commit included. A change that needs more says so here; one that
 * needs fewer lowers them, so that they stay low.
 */
const known: Record<string, [statements: number, round_trips: number]> = {
  'variants.get': [2, 2],
  'inventory.list_table': [3, 2],
  'session.create_stock_adjustment': [20, 12],
  'stocktakes.record_counts': [10, 8],
  'orders.list': [5, 3],
  'orders.create of a consumer': [20, 13],
  'orders.create of an account': [19, 11],
  'orders.confirm': [27, 16],
  'orders.allocate': [24, 13],
  'session.record_shipment': [31, 20],
  'orders.get of a shipped order': [7, 3],
  'returns.create': [24, 12],
  'returns.receive': [35, 23],
  'purchase_orders.create': [19, 12],
  'purchase_orders.approve': [23, 14],
  'purchase_orders.record_delivery': [32, 24],
}

testUnless(
  otherProcess,
  'requests of daily work send as many statements, in as many round trips, as is known',
  async () => {
    const measured = await measureStatements()
    const found = measured.map(({ name, statements, round_trips }) => [name, [statements, round_trips]] as const)
    expect(Object.fromEntries(found)).toEqual(known)
  },
)

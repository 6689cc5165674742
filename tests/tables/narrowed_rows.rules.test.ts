/** Rows that a query narrows to fields have those fields and no others; without `fields` they have all of them. */
import { expect, test } from 'bun:test'
import { listInventory } from '../../server/stock/inventory/list_inventory.ts'
import { AnswerFault, compileAnswer } from '../../server/pipeline/answer.ts'
import { inventoryTable } from '../../server/stock/inventory/inventory_tables.ts'

const writer = compileAnswer(listInventory)
const pageOf = (...rows: object[]) => ({
  rows,
  size: rows.length,
  offset: 0,
  filtered_max_size: rows.length,
  export_url: null,
})
const stock = { sku: 'J-M', available_qty: 42 }
const asking = (...fields: string[]) => ({ query: { fields } })

test('a row of the fields asked for is answered', () => {
  expect(writer.write(pageOf(stock), asking('sku', 'available_qty'))).toContain('"available_qty":42')
  expect(writer.write(pageOf(), asking('sku'))).toContain('"rows":[]')
})

test('a row that lacks a field asked for, has another, or has one of another type is a fault of the service', () => {
  for (const fields of [['sku'], ['sku', 'available_qty', 'vendor'], ['sku', 'vendor']])
    expect(() => writer.write(pageOf(stock), asking(...fields))).toThrow(AnswerFault)
  expect(() => writer.write(pageOf({ sku: 7 }), asking('sku'))).toThrow(AnswerFault)
})

test('without fields, a row has every field', () => {
  expect(() => writer.write(pageOf(stock), { query: {} })).toThrow(AnswerFault)
  expect(inventoryTable.row.required as string[]).toEqual(Object.keys(inventoryTable.row.properties))
})

test('large pages are checked alike', async () => {
  const rows = Array.from({ length: 5_000 }, (_, i) => ({ sku: `S-${i}`, available_qty: i }))
  expect(writer.isLarge(pageOf(...rows))).toBe(true)
  const write = (fields: string[]) => writer.writeInSlices(pageOf(...rows), asking(...fields), 'owner', async () => {})
  expect((await write(['sku', 'available_qty'])).join('')).toContain('"sku":"S-4999"')
  expect(write(['sku'])).rejects.toThrow(AnswerFault)
})

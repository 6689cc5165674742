/** Values beside the labels of a paper, and below them: which cell is that of which label. */
import { describe, expect, test } from 'bun:test'
import { labelOf, labelsIn } from '../../../../server/selling/order_documents/reading/labels.rules.ts'
import type { Cell, ReadRow } from '../../../../server/selling/order_documents/reading/reading.ts'

const sheetCell = (cell: string, text: string): Cell => ({
  text,
  confidence: 1,
  place: { page: null, box: null, cell },
})
const pageCell = (left: number, top: number, text: string, page = 1): Cell => ({
  text,
  confidence: 1,
  place: { page, box: { left, top, width: 0.1, height: 0.02 }, cell: null },
})
const found = (...rows: ReadRow[]) => labelsIn(rows).found.map(({ name, cell }) => `${name}=${cell.text}`)

describe('a word for an order alone in its cell', () => {
  const beside = (...texts: string[]) => found(texts.map((text, i) => sheetCell(`${'ABC'[i]}1`, text)))

  test('labels the number beside it', () => {
    expect(beside('Order', '77120')).toEqual(['reference=77120'])
    expect(beside('Bon de commande', 'A-7')).toEqual(['reference=A-7'])
    expect(labelOf('Order', '77120')![0]).toBe('reference')
  })

  test('labels no text without a digit, no empty cell, and no other label', () => {
    expect([beside('Order', 'form'), beside('Order'), beside('Order', 'PO Number 5')]).toEqual([
      [],
      [],
      ['reference=5'],
    ])
    expect(labelOf('Order', undefined)).toBeNull()
    expect(labelOf('Order', 'Ship by 2026-12-01')).toBeNull()
  })
})

test('a value is read once, though it begins as a label does', () => {
  expect(found([sheetCell('A1', 'Ship to'), sheetCell('B1', 'Store: 0117')])).toEqual(['door_reference=Store: 0117'])
})

describe('a value below its label', () => {
  const label = sheetCell('B7', 'PO Number')
  const besideIt = sheetCell('C7', 'Currency')

  test('is that of the same column in the next row of a sheet', () => {
    expect(found([label, besideIt], [sheetCell('B8', '77120'), sheetCell('C8', 'EUR')])).toEqual([
      'reference=77120',
      'currency=EUR',
    ])
    expect(found([label, besideIt], [null, sheetCell('B8', '77120')])).toEqual(['reference=77120'])
    for (const other of ['B9', 'B6', 'B7', 'D8', 'Lines!B8'])
      expect([other, found([label, besideIt], [sheetCell(other, '77120')])]).toEqual([other, []])
  })

  test('is no label itself, and no label with its value', () => {
    expect(found([label, besideIt], [sheetCell('B8', 'Order date')])).toEqual([])
    expect(found([label, besideIt], [sheetCell('B8', 'Order date: 2026-11-01')])).toEqual(['order_date=2026-11-01'])
    expect(found([label, besideIt], [sheetCell('B8', 'Phone')])).toEqual([])
  })

  test('stands close below it on a page, at the same edge', () => {
    const onPage = (left: number, top: number, page = 1) =>
      found([pageCell(0.25, 0.25, 'PO Number'), pageCell(0.5, 0.25, 'Currency')], [pageCell(left, top, '77120', page)])
    expect([onPage(0.25, 0.28), onPage(0.23, 0.28), onPage(0.27, 0.28), onPage(0.25, 0.3)]).toEqual(
      Array.from({ length: 4 }, () => ['reference=77120']),
    )
    for (const place of [[0.25, 0.25], [0.25, 0.24], [0.25, 0.32], [0.21, 0.28], [0.29, 0.28], [0.25, 0.28, 2]] as [number, number, number?][])
      expect([place, onPage(...place)]).toEqual([place, []])
  }) // prettier-ignore

  test('is none where either of the two has no place, or only one is of a sheet', () => {
    const nowhere = (text: string): Cell => ({ text, confidence: 1, place: { page: 1, box: null, cell: null } })
    const labels = [pageCell(0.25, 0.25, 'PO Number'), pageCell(0.5, 0.25, 'Currency')]
    expect(found(labels, [nowhere('77120')])).toEqual([])
    expect(found([nowhere('PO Number'), nowhere('Currency')], [pageCell(0.25, 0.28, '77120')])).toEqual([])
    expect(found([nowhere('PO Number'), nowhere('Currency')], [nowhere('77120')])).toEqual([])
    expect(found([label, besideIt], [pageCell(0.25, 0.28, '77120')])).toEqual([])
    expect(found(labels, [sheetCell('B8', '77120')])).toEqual([])
  })
})

/** Totals in words, above, below and beside the table, are those of the lines, or stop the draft with both values. */
import { expect, test } from 'bun:test'
import { statedTotals } from '../../../../server/selling/order_documents/reading/table/stated_totals.ts'
import {
  compareTotals,
  isStatedTotal,
  isTotalLabel,
  lineCounts,
  statedIn,
} from '../../../../server/selling/order_documents/reading/table/stated_totals.rules.ts'
import { cellOf, problemsOf, readPage, readSheet } from './grids.ts'

const row = (text: string) => text.split('|').map((one) => (one.trim() === '' ? null : cellOf(one.trim(), 'A1')))
const said = (text: string) => statedIn(row(text)).totals.map((one) => [one.compared_with, one.text, one.unit])
const table = ['SKU | Qty | Price', 'J-M | 10 | 24.00', 'J-L | 14 | 24.00']
const total = 'Total | 24 | 576.00'
const places = (text: string) => [
  [text, ...table],
  [...table, text],
  [...table, total, text],
]
const read = (lines: string[]) => {
  const { problems, total_units, total_cents } = readSheet(lines)
  return { codes: problems.map(({ code }) => code), sentences: problems.map(({ sentence }) => sentence).join(' '), total_units, total_cents }
} // prettier-ignore

const units = ['Total 24 pcs', 'Total units: 24', 'Total units | 24', 'Total qty = 24', 'Total quantity 24 units', 'Total: 24 pcs.', 'Total 2 dozen', 'Total | 2 dz', 'Units: 24', 'Units ordered: 24', 'Total Quantity Ordered: 24', 'Number of units 24', 'Order total units: 24', 'Grand total quantity | 24', '24 pcs in total', '24 units total', 'Pieces 24', 'Gesamtmenge: 24 Stück', 'Anzahl gesamt 24', 'Stück gesamt: 24', 'Gesamtstückzahl | 24', 'Summe Stück 24', 'Menge gesamt: 24', '24 Stück gesamt', 'Total 24 Paar', 'Quantité totale : 24', 'Nombre de pièces : 24', 'Total pièces 24', 'Total des quantités | 24', 'Nombre total d’unités 24', '24 pièces au total', 'Sum of quantities: 24', 'Total ordered: 24'] // prettier-ignore
const amounts = ['Amount due 576', 'Amount due: 576.00', 'Amount due | 576.00', 'Balance due 576.00', 'Total amount due: $576.00', 'Total due 576.00', 'Order total: 576.00', 'Order total (USD): 576.00', 'Order value USD 576.00', 'Total PO value: 576.00 USD', 'PO total 576.00', 'Purchase order total 576.00', 'Total net amount 576.00', 'Total cost 576.00', 'Total to pay | 576.00', 'Net total 576.00', 'Gross total 576.00', 'Sub total 576.00', 'Subtotal: 576.00', 'Merchandise total 576.00', 'Total merchandise 576.00', 'Total excl. VAT: 576.00', 'Total ex VAT 576.00', 'Gesamt 576,00 EUR', 'Gesamtbetrag: 576,00 €', 'Gesamtsumme netto 576.00', 'Nettosumme 576.00', 'Warenwert 576.00', 'Auftragswert 576.00', 'Zu zahlen: 576.00', 'Endbetrag EUR 576.00', 'Summe 576.00', 'Total HT | 576.00', 'Total TTC : 576,00 €', 'Montant total : 576.00', 'Montant TTC 576.00', 'Net à payer 576.00', 'Total général 576.00', 'Grand total: 576.00', 'Total commande 576.00'] // prettier-ignore
const counts = ['Total lines: 2', 'Number of lines: 2', 'Line count 2', 'Anzahl Positionen: 2', 'Positionen 2', 'Nombre de lignes : 2', 'Lines | 2', 'Items: 2', 'Total SKUs: 2'] // prettier-ignore

test('a total in words that the lines add up to passes, wherever it stands', () => {
  for (const text of [...units, ...amounts, ...counts])
    for (const lines of places(text)) expect([lines, read(lines).codes]).toEqual([lines, []])
  for (const { examples } of statedTotals) for (const example of examples) expect([example, isStatedTotal(row(example))]).toEqual([example, true])
}) // prettier-ignore

test('one that they do not add up to stops the draft with both values', () => {
  const other = (text: string) => text.replace('576', '577.50').replace('.50.00', '.50').replace(/\b24\b/, '25').replace(/\b2\b/, '3').replace(/577\.50,00/, '577,50') // prettier-ignore
  for (const text of [...units, ...amounts, ...counts])
    for (const lines of places(other(text))) {
      const { codes, total_units, total_cents } = read(lines)
      // A first total below the lines is compared with them once their items are known.
      const isCompared = codes.includes('total_differs') || total_units === 25 || total_units === 36 || total_cents === 57_750
      expect([lines, isCompared]).toEqual([lines, true])
    }
  expect(read(['Total units: 25', ...table]).sentences).toBe('“Total units: 25” (A1) is not what the lines add up to: they have 24 units.')
  expect(read(['Amount due | 577', ...table]).sentences).toBe('“Amount due 577” (B1) is not what the lines add up to: they have 576.')
  expect(read(['Total | 577', ...table]).sentences).toBe('“Total 577” (B1) is not what the lines add up to: they have 24 units and 576.')
  expect(read(['Total lines: 3', ...table]).sentences).toBe('“Total lines: 3” (A1) is not what the lines add up to: they have 2 lines.')
  const [page] = readPage(...table, total, 'Total units: 25').problems
  expect(page!.sentence).toBe('“Total units: 25” is not what the lines add up to: they have 24 units.')
}) // prettier-ignore

test('totals are of units by their words or unit, of money by their currency or cents, and else of either', () => {
  expect(said('Total 24')).toEqual([['any', '24', null]])
  expect(said('Total 24.00')).toEqual([['any', '24.00', null]])
  expect(said('Total 24.50')).toEqual([['amount', '24.50', null]])
  expect(said('Total 24 EUR')).toEqual([['amount', '24 EUR', null]])
  expect(said('Total 24 pcs')).toEqual([['units', '24', 'pcs']])
  expect(said('Total units 24 dz')).toEqual([['units', '24', 'dz']])
  for (const text of ['Total units $24', 'Total units 24.50', 'Amount due 24 pcs', 'Total lines 24 pcs', 'Total lines 2.50', 'Total 24 rolls', 'Total 24 ctn', '24 ctn in total', 'Total', 'Total x', 'Freight 24', 'Total discount 24.00', 'Total units 24 by Friday', 'Total units 24 and more', `Total units: ${' '.repeat(3)}x`]) expect([text, said(text)]).toEqual([text, []])
  expect(said(`Total units 24 ${'x'.repeat(130)}`)).toEqual([])
  expect(said('Total units | 24 | PO | 77 | Amount due 5.00')).toEqual([['units', '24', null], ['amount', '5.00', null]])
  expect(said('Total: 24 pcs / 576.00 USD')).toEqual([['units', '24', 'pcs'], ['amount', '576.00 USD', null]])
  expect(said('Total units 24; amount due 576.00')).toEqual([['units', '24', null], ['amount', '576.00', null]])
  expect(said('Total units 24, ship by 12')).toEqual([])
  expect(isStatedTotal(row('Total units | 24 | PO 77'))).toBe(false)
  expect(isStatedTotal(row('PO 77 | Total units | 24'))).toBe(false)
  expect([isStatedTotal(row('')), isStatedTotal(row('Total units |  | 24'))]).toEqual([false, true])
  expect(['Total units:', 'Amount due', 'Gesamt', 'Total cartons', 'Freight', ''].map(isTotalLabel)).toEqual([true, true, true, false, false, false])
}) // prettier-ignore

const sums = { units: 1_250, amounts: new Set([57_600]), net_cents: 57_600, counts: new Set([2, 5]), line_count: 2 }
const compare = (text: string, more: Partial<typeof sums> | { units?: null; amounts?: null } = {}) => {
  const { problems, units: counted, amount } = compareTotals(statedIn(row(text)).totals, { ...sums, ...more })
  return [problems.length, counted?.count ?? null, amount?.text ?? null]
}

test('figures are compared in every way they can be read, to a cent for each line', () => {
  for (const figure of ['1250', '1,250', '1.250', '1 250', "1'250", '1250.00', '1250,0']) expect([figure, ...compare(`Total units ${figure}`)]).toEqual([figure, 0, 1_250, null])
  for (const figure of ['1251', '1,25', '12.50', '125']) expect([figure, compare(`Total quantity ${figure}`)[1]]).toEqual([figure, null])
  for (const figure of ['576', '576.02', '575,98', '€576', '576.00 EUR']) expect([figure, compare(`Amount due ${figure}`)[0]]).toEqual([figure, 0])
  for (const figure of ['576.03', '575,97', '57600']) expect([figure, compare(`Amount due ${figure}`)[0]]).toEqual([figure, 1])
  expect([compare('Lines 5'), compare('Lines 3')]).toEqual([[0, null, null], [1, null, null]])
  expect([compare('Total 1250'), compare('Total 576'), compare('Total 577')]).toEqual([[0, 1_250, null], [0, null, '576'], [1, null, null]])
  expect(compare('Total 576', { units: 576 })).toEqual([0, null, null])
  expect([compare('Items 5'), compare('Total 5')]).toEqual([[0, null, null], [1, null, null]])
}) // prettier-ignore

test('what the lines do not state is not compared, and an amount is kept for the price list', () => {
  expect(compare('Total units 7', { units: null })).toEqual([0, null, null])
  expect(compare('Amount due 7 USD', { amounts: null })).toEqual([0, null, '7'])
  expect(compare('Total 7', { units: null, amounts: null })).toEqual([0, null, null])
  expect(compare('Total 7', { amounts: null })).toEqual([1, null, null])
  expect(compare('Total 576', { units: null })).toEqual([0, null, '576'])
  const unpriced = read(['Amount due 7.00', 'SKU | Qty', 'J-M | 10'])
  expect([unpriced.codes, unpriced.total_cents]).toEqual([[], 700])
})

test('lines are counted as lines, as rows and as different items', () => {
  const line = (sku: string, style: string) => ({ values: { sku: cellOf(sku, null), style: cellOf(style, null) } }) as never
  expect([...lineCounts([line('A', 'x'), line('a', 'y'), line('B', 'z'), line('C', 'z')], 7)].toSorted()).toEqual([1, 3, 4, 7])
}) // prettier-ignore

test('gross and net totals, taxes and a second total are compared, and nothing else is said by them', () => {
  const off = ['SKU | Qty | Price | Discount %', 'J-M | 10 | 24.00 | 10']
  expect(read(['Gross total: 240.00', 'Net total: 216.00', ...off]).codes).toEqual([])
  expect(read(['Gross total: 230.00', ...off]).codes).toEqual(['total_differs'])
  expect(read([...table, 'Subtotal | | 576.00', 'VAT 20 % | | 115.20', 'Amount due | | 691.20']).codes).toEqual([])
  expect(read([...table, total, 'Total weight: 12 kg']).codes).toEqual([])
  expect(read(['Total weight | 12 kg', ...table]).codes).toEqual([])
  expect(read(['PO Number: 77 | Total units: 24', ...table]).codes).toEqual([])
  expect(read([...table, 'Total | 24 | 576.00', 'Total | 25 | 576.00']).codes).toEqual([])
  const deposit = read([...table, 'Order total | | 576.00', 'Deposit | | 20.00', 'Balance due | | 556.00'])
  expect(deposit.codes).toEqual(['cell_unknown'])
})

test('a figure below the quantities is of units, or of money where its words or its cents say so', () => {
  const two = (line: string) => read(['SKU | Qty | Price', 'J-M | 10 | 24.00', line])
  expect(two('Total | 10')).toMatchObject({ codes: [], total_units: 10, total_cents: null })
  expect(two('Total | 10.00')).toMatchObject({ codes: [], total_units: 10, total_cents: null })
  expect(two('Total | 240.00')).toMatchObject({ codes: [], total_units: null, total_cents: 24_000 })
  expect(two('Total | 250.00').codes).toEqual(['total_differs'])
  expect(two('Amount due | 240')).toMatchObject({ codes: [], total_units: null, total_cents: 24_000 })
  expect(two('Lines | 1')).toMatchObject({ codes: [], total_units: null, total_cents: null })
  expect(two('Total | 11')).toMatchObject({ codes: [], total_units: 11 })
  const dozens = (line: string) => readSheet(['SKU | Qty | UOM', 'J-M | 2 | DZ', line]).total_units
  expect([dozens('Total | 2'), dozens('Total | 3'), dozens('Total units: 24')]).toEqual([24, 3, 24])
  expect(dozens('Total units: 2')).not.toBe(24)
})

test('a currency beside such a total is that of the paper', () => {
  const { values, problems } = readSheet(['Gesamt 576,00 EUR', ...table])
  expect([values.currency?.text, values.total_amount?.text, problems]).toEqual(['EUR', '576,00', []])
  expect(problemsOf(readSheet(['Gesamt 577,00 EUR', ...table]))[0]).toContain('total_differs')
})

test('counts in rows of totals are no money, and money beside a count is compared', () => {
  expect(read([...table, 'Zeilen | | 2']).codes).toEqual([])
  expect(read([...table, 'Total units | 24 | Amount due | 576.00']).codes).toEqual([])
  expect(read([...table, 'Total units | 24 | Amount due | 577.00']).codes).toEqual(['total_differs'])
  expect(read(['SKU | Qty | Price', 'J-M | 10 | 24.00', 'Gesamtstückzahl | | 10', 'J-L1 | 2 | 5.00', 'Total | | 250.00']).codes).toEqual([])
  const comma = (total: string) => read(['SKU | Qty | Price', 'J-M | 10 | 24,00', 'Total | | 240,00', `Grand total | | ${total}`]).codes
  expect([comma('240.00'), comma('241.00')]).toEqual([[], ['total_differs']])
}) // prettier-ignore

/** Texts that tell nothing of an order, by their shape as a whole, and those that only begin like one. */
import { describe, expect, test } from 'bun:test'
import {
  HarmlessTexts,
  isHarmless,
  isName,
  isValueOf,
} from '../../../../server/selling/order_documents/reading/table/harmless.rules.ts'
import { closedShapes, openShapes } from '../../../../server/selling/order_documents/reading/table/harmless.ts'

const passed = (texts: readonly string[]) => texts.filter((text) => isHarmless(text))
const inOrder = (...texts: string[]) => {
  const seen = new HarmlessTexts(['Northern Outfitters'])
  return texts.map((text) => seen.isHarmless(text))
}

test('every example of a shape is one, alone, in capitals, with marks around it and beside another one', () => {
  for (const { examples } of [...closedShapes, ...openShapes])
    for (const text of examples) {
      const all = [text, text.toUpperCase(), `* ${text} *`, `(${text})`, `${text}.`, `  ${text.replaceAll(' ', '   ')}`, `Page 1; ${text}`]
      expect([text, passed(all)]).toEqual([text, all])
    }
}) // prettier-ignore

test('a text with anything else is none', () => {
  for (const { examples } of [...closedShapes, ...openShapes])
    for (const text of examples)
      for (const more of ['and twice as much', 'cancelled', 'in dozens', '7 times'])
        for (const whole of [`${more} ${text}`, `${text}; ${more}`, `${text}. ${more}`, `${text}, ${more}`, `${text} - ${more}`, `${text}: ${more}`])
          expect([whole, isHarmless(whole)]).toEqual([whole, false])
}) // prettier-ignore

test('marks and rules without a letter say nothing; a figure alone does', () => {
  const none = ['***', '--- ---', '____', '…', '( )', '']
  expect(passed(none)).toEqual(none)
  expect(passed(['5', '1,000', '0', '50 %', '-1', '8-16'])).toEqual([])
})

describe('a row of texts', () => {
  const rows = [
    'Nordwind GmbH · Hafenstraße 12 · 20457 Hamburg · Tel. 040 1234567 · www.nordwind.de',
    'Harbour Ltd; 14 Quay Road; Bristol BS1 4DJ',
    'Registered office: 3 Market Square, Leeds',
    'Thank you. Best regards',
    'Prices in EUR, net of VAT',
    'Prices net of VAT – Payment 30 days net',
    'Page 1 | Seite 2 • Sheet 3',
  ]
  test('is harmless where each of them is', () => {
    expect(passed(rows)).toEqual(rows)
  })
  test('is not where one of them is none, in whatever place', () => {
    expect(passed(rows.flatMap((row) => [`${row} · twice`, `twice · ${row}`, row.replace(/ [·;–:.|,] ?/, ' · twice · ')]).filter((row) => row.includes('twice')))).toEqual([])
  })
}) // prettier-ignore

test('a long text is looked through in a moment, and harmless where its sentences are', () => {
  const begun = performance.now()
  expect(passed(['x'.repeat(500), 'x '.repeat(250), 'X-'.repeat(250), `${'Nord '.repeat(99)}!`])).toEqual([])
  expect(performance.now() - begun).toBeLessThan(2_000)
  const long = Array.from({ length: 9 }, () => 'Thank you for your business').join('. ')
  expect(passed([long])).toEqual([long])
})

test('a street is no word that only ends like one', () => {
  expect(passed(['Bring 12', 'Ordering 5', 'Käufer 5', '12 each way', '5 more way', '12 Street'])).toEqual([])
})

test('a currency of all prices is read, and says nothing else', () => {
  expect(passed(['All prices in Euro', '(EUR)', 'Alle Preise in EUR zzgl. MwSt.', 'Prices in USD'])).toHaveLength(4)
  expect(passed(['Prices in Euro and twice', 'Euro twice', 'Prices in Euro per 100'])).toEqual([])
})

test('a town follows a street, and a person in mixed case a greeting, at most three words without a figure', () => {
  expect(inOrder('12 Main Street', 'Springfield', 'Springfield')).toEqual([true, true, false])
  expect(inOrder('12 Main Street', 'NEW YORK')).toEqual([true, true])
  expect(inOrder('Best regards', 'Jane Doe')).toEqual([true, true])
  expect(inOrder('Best regards', 'JANE DOE')).toEqual([true, false])
  expect(inOrder('Best regards', 'Jane Ann Mary Doe')).toEqual([true, false])
  expect(inOrder('Best regards', 'Jane Ann Doe')).toEqual([true, true])
  expect(inOrder('Best regards', 'Jane Doe 5')).toEqual([true, false])
  expect(inOrder('Best regards', 'jane doe')).toEqual([true, false])
  expect(inOrder('Thank you', 'Jane Doe')).toEqual([true, false])
  expect(inOrder('Jane Doe')).toEqual([false])
  expect(inOrder('12 Main Street', 'twice', 'Springfield')).toEqual([true, false, false])
  expect(passed(['12 Main Street, Springfield', 'Springfield, 12 Main Street', 'Best regards, Jane Doe'])).toEqual(['12 Main Street, Springfield', 'Best regards, Jane Doe'])
}) // prettier-ignore

test('the account may be named, alone, with a legal form, or beside a title of known words', () => {
  for (const text of ['Northern Outfitters', 'NORTHERN OUTFITTERS, INC.', 'Northern Outfitters GmbH', 'Northern-Outfitters', 'Northern Outfitters purchase order', 'Purchase order Northern Outfitters'])
    expect([text, inOrder(text)]).toEqual([text, [true]])
  for (const text of ['Northern Outfitters twice', 'twice Northern Outfitters', 'Northern Outfittersorder', 'Northern Outfitters Springfield', 'Northern', 'OrderNorthern Outfitters'])
    expect([text, inOrder(text)]).toEqual([text, [false]])
  expect(isHarmless('Northern Outfitters')).toBe(false)
}) // prettier-ignore

test('names have capitals, at most eight words, and no word that changes an order', () => {
  const names = ['Jane Doe', 'Max Müller-Schmidt', 'O’Neill', 'Harbor & Vine', 'Charles de Gaulle', 'Bank of Scotland', 'Store 5', 'l’Oréal', 'd’Arcy', 'A B C D E F G H', '4 Seasons']
  expect(names.filter((name) => !isName(name))).toEqual(['l’Oréal'].filter((name) => !isName(name)))
  const others = ['jane Doe', 'jAne Doe', 'A B C D E F G H I', 'Not Doe', 'Jane Dozen', 'Jane pc.', 'Pieces', 'Two Doe', 'Cancelled', 'Doe & !x', 'Xx -y', 'Jane for Doe', '', '5', 'Doe 12 %']
  expect(others.filter((name) => isName(name))).toEqual([])
}) // prettier-ignore

test('the value of a label is of its kind', () => {
  const values = {
    party: ['Jane Doe', '089 1234567', '(312) 555-0142', '40021', 'GB 123 4567 89', 'Harbor Ltd, 14 Quay Road, Bristol', 'a@b.de', 'AB-123', 'Jane Doe; 089 1234567'],
    terms: ['net 30', '30 days net', '30', 'FOB', 'FOB Shanghai', 'prepaid', '2 % 10 days net 30', 'standard', '45 jours fin de mois'],
    print: ['1', '1 of 3', '2/3', 'Fall 2027', 'UPS', 'Ladies', '2027-01-15', '12.5 kg', '3 cbm'],
  } as const
  for (const [label, good] of Object.entries(values))
    for (const value of good) expect([label, value, isValueOf(label as 'party', value, [])]).toEqual([label, value, true])
  const others = ['in dozens', 'twice', '5 dozen', '2 % discount', 'half now', 'Jane Doe, twice', 'order cancelled', '50 %', 'x'.repeat(60)]
  for (const label of ['party', 'terms', 'print'] as const)
    for (const value of others) expect([label, value, isValueOf(label, value, [])]).toEqual([label, value, false])
  expect([isValueOf('terms', 'Jane Doe', []), isValueOf('terms', '30, 30', []), isValueOf('print', '40021-77', [])]).toEqual([false, false, false])
  expect([isValueOf('party', '7', []), isValueOf('party', '12 pieces', []), isValueOf('party', 'Nord-lich', ['nord lich'])]).toEqual([false, false, true])
}) // prettier-ignore

/** What a change says otherwise about its order, with what stays. */
import { expect, test } from 'bun:test'
import type { Party } from '../../../../../server/edi/documents/record.ts'
import {
  allowanceNotes,
  doubtsOfHeader,
  headerNotes,
  staysOfHeader,
} from '../../../../../server/selling/edi_orders/inbound/asked/header_notes.rules.ts'

const place = (code: string | null, name = '', address: Party['address'] = null): Party => ({
  name,
  code,
  code_qualifier: code === null ? null : '92',
  address,
})
const at = (line: string, city: string | null = 'New York'): Party['address'] => ({
  lines: [line],
  city,
  region: 'NY',
  postal_code: '10001',
  country: null,
})
const none = { currency: null, department: null, vendor_number: null, reference: null, terms: null, routing: undefined }
const silent = { ...none, buyer: null, ship_to: null, bill_to: null, ordered_on: '2026-11-20', purpose: 'change' }
const here = { currency: 'USD', terms: 'net_45' }

const notes = (before: object, change: object, of: typeof headerNotes = headerNotes) =>
  of({ ...silent, ...before } as never, { ...silent, ...change } as never, here).map(
    ({ kind, name, sentence }) => `${kind}, ${name}: ${sentence}`,
  )
const says = (before: object, change: object) =>
  notes(before, change).map((one) => one.replace('not_understood, change: ', ''))

test('values that a change states otherwise are named with those that stay, and what it leaves out is not', () => {
  const before = { currency: 'USD', ship_to: place('1'), terms: { description: 'a' }, freight: 'CC', routing: 'by road' }
  expect(notes(before, {})).toEqual([])
  expect(notes(before, before)).toEqual([])
  expect(says(before, { currency: 'EUR', department: '7', freight: 'PP', routing: 'by air', ship_to: place('2'), bill_to: place('3') })).toEqual([
    'the currency EUR differs from USD, which stays',
    'the department 7 differs from none, which stays',
    'the routing by air differs from by road, which stays',
    'the payment of freight (FOB01) PP differs from CC, which stays',
    'the ship-to 2 differs from 1, which stays',
    'the bill-to 3 differs from none, which stays',
  ])
  expect(says({ vendor_number: '1', reference: 'A' }, { vendor_number: '2', reference: 'B', buyer: place('9') })).toEqual([
    'the vendor number 2 differs from 1, which stays',
    'the reference B differs from A, which stays',
    'the buyer 9 differs from none, which stays',
  ])
  expect(notes(before, { freight: 'PP' })[0]).toStartWith('not_understood, change: ')
}) // prettier-ignore

test('a currency and terms that the order here has are no difference', () => {
  expect(says({}, { currency: 'USD' })).toEqual([])
  expect(says({}, { currency: 'EUR' })).toEqual(['the currency EUR differs from USD, which stays'])
  const net = (net_days: number) => ({ discount_percent: null, discount_days: null, net_days })
  expect(says({ terms: net(30) }, { terms: net(45) })).toEqual([])
  expect(says({ terms: net(30) }, { terms: { ...net(60), discount_percent: '2', discount_days: 10 } })).toEqual([
    'the terms 2/10 net 60 differ from net_30, which stay',
  ])
  expect(says({}, { terms: { description: 'on sale' } })).toEqual(['the terms on sale differ from net_45, which stay'])
  const alike = { net_days: 30, discount_days: 1, discount_percent: '1' }
  expect(says({ terms: { discount_percent: '1', discount_days: 1, net_days: 30 } }, { terms: alike })).toEqual([])
})

test('a place with another name or address, or without a number, is compared with that of the order', () => {
  const before = place('DC1', 'North', at('1 Old St'))
  const ship = (after: Party | null, was: Party | null = before) => says({ ship_to: was }, { ship_to: after })
  expect(ship(null)).toEqual([])
  expect(ship(place('DC1'))).toEqual([])
  expect(ship(place('DC1', 'NORTH', at('1 Old  St.')))).toEqual([])
  expect(ship(place('DC1', 'New', at('1 Old St')))).toEqual([
    'the ship-to DC1 is stated as New, 1 Old St, New York NY 10001 instead of North, 1 Old St, New York NY 10001, which stays',
  ])
  expect(ship(place('DC1', '', at('9 New Rd')))).toEqual([
    'the ship-to DC1 is stated as 9 New Rd, New York NY 10001 instead of North, 1 Old St, New York NY 10001, which stays',
  ])
  expect(ship(place('DC1', '', at('9 New Rd', null)), place('DC1'))).toEqual([
    'the ship-to DC1 is stated as 9 New Rd, NY 10001 instead of its number alone, which stays',
  ])
  expect(ship(place('DC1', 'New'), place('DC1'))).toEqual([])
  const lineless = { lines: ['9 New Rd'], city: null, region: null, postal_code: null, country: null }
  expect(ship(place('DC1', '', lineless), place('DC1'))).toEqual([
    'the ship-to DC1 is stated as 9 New Rd instead of its number alone, which stays',
  ])
  expect(ship(place(null))).toEqual([
    'the ship-to is a place without a number, whose name and address are not stored, as they may be those of a person; DC1 stays',
  ])
  expect(ship(place(null), null)).toEqual([
    'the ship-to is a place without a number, whose name and address are not stored, as they may be those of a person; none stays',
  ])
  expect(ship(place('DC1'), place(null))).toEqual([
    'the ship-to DC1 differs from a place without a number, which stays',
  ])
})

test('a buyer without a number is compared by its name and address', () => {
  const buyer = (after: Party, was: Party | null) => says({ buyer: was }, { buyer: after })
  expect(buyer(place(null, 'North'), place(null, 'north'))).toEqual([])
  expect(buyer(place(null, 'South'), place(null, 'North'))).toEqual([
    'the buyer is stated as South instead of North, which stays',
  ])
  expect(buyer(place(null, 'South'), place('1'))).toEqual(['the buyer South differs from 1, which stays'])
  expect(buyer(place(null, 'South'), null)).toEqual(['the buyer South differs from none, which stays'])
})

test('two places without a number cannot be compared, which is a doubt and no difference', () => {
  const [before, change] = [
    { ...silent, ship_to: place(null) },
    { ...silent, ship_to: place(null) },
  ] as never[]
  expect(staysOfHeader(before!, change!, here)).toEqual([])
  expect(doubtsOfHeader(before!, change!).map(({ sentence }) => sentence)).toEqual([
    'its ship-to is a place without a number, as that of the order is; their names and addresses are not stored, so it may be another place',
  ])
  expect(says({ ship_to: place(null) }, { ship_to: place(null, 'North') })).toEqual([
    'the ship-to is stated as North instead of one without a name, which stays',
  ])
  expect(says({ ship_to: place(null, 'North') }, { ship_to: place(null) })).toHaveLength(1)
})

test('references that the order has not are named; those that a change leaves out stay', () => {
  const ref = (qualifier: string, id: string) => ({ qualifier, id })
  const references = [ref('MR', '1'), ref('19', '7')]
  expect(says({ references }, { references: [ref('MR', '1')] })).toEqual([])
  expect(says({ references }, { references: [ref('MR', '2'), ref('19', '7')] })).toEqual([
    'the references MR 2 differ from MR 1, 19 7, which stay',
  ])
  expect(says({}, { references: [ref('MR', '2'), ref('19', '7')] })).toEqual([
    'the references MR 2, 19 7 differ from none, which stay',
  ])
})

const off = (amount: string | null, values: object = {}) => ({
  kind: 'allowance',
  code: 'C310',
  amount,
  percent: null,
  settled_by: null,
  ...values,
})

test('allowances are named with those that stay; a replacement takes their place', () => {
  const before = { allowances: [off('10.00')] }
  const after = { allowances: [off('20.00'), off(null, { kind: 'charge', percent: '3', settled_by: '06' })] }
  expect(says(before, after)).toEqual([
    'its allowances and charges, the allowance C310 of 20.00 USD and the charge C310 of 3% (SAC12 06), differ from the allowance C310 of 10.00 USD, which stay',
  ])
  expect(says({}, before)).toEqual([
    'its allowances and charges, the allowance C310 of 10.00 USD, differ from none, which stay',
  ])
  expect(says(before, {})).toEqual([])
  expect(says(before, { allowances: [{ ...off('10.00') }] })).toEqual([])
  expect(says(before, { ...after, purpose: 'replacement' })).toEqual([])
})

test('the day of the order is named where a change has another one, and a replacement an earlier one', () => {
  const day = (ordered_on: string) =>
    `its day of the order ${ordered_on} differs from 2026-11-20, on which the order was placed`
  expect(says({}, { purpose: 'replacement', ordered_on: '2026-11-21' })).toEqual([])
  expect(says({}, { purpose: 'replacement', ordered_on: '2026-11-19' })).toEqual([day('2026-11-19')])
  expect(says({}, { purpose: 'change', ordered_on: '2026-11-21' })).toEqual([day('2026-11-21')])
})

test('allowances of a line are named by the line with both; one that is new or replaced has those that it states', () => {
  const line = (values: object, line_reference: string | null = '1') => ({ line_reference, ...values }) as never
  const of = (change: string, allowances: object[] | undefined, before: object[] | undefined = [off('1.00')], reference: string | null = '1') =>
    allowanceNotes(
      [{ position: 4, line: line({ allowances: before }), fault: null }],
      [{ position: 4, change: change as never, line: line({ allowances }, reference) }],
      'USD',
    ).map(({ name, sentence }) => `${name}: ${sentence}`)
  expect([of('added', [off('2.00')]), of('replaced', [off('2.00')]), of('changed', [off('1.00')])]).toEqual([[], [], []])
  expect(of('changed', [off('2.00')])).toEqual([
    'line 1: its allowances and charges, the allowance C310 of 2.00 USD, differ from the allowance C310 of 1.00 USD and are not applied',
  ])
  expect(of('price_changed', undefined, [off('1.00')], null)).toEqual([
    'line 4: its allowances and charges, none, differ from the allowance C310 of 1.00 USD and are not applied',
  ])
  expect(allowanceNotes([], [{ position: 1, change: 'changed', line: line({}) }], 'USD')).toEqual([])
}) // prettier-ignore

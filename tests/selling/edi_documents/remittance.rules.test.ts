/** What an account pays and deducts, in sentences. */
import { expect, test } from 'bun:test'
import type {
  RemittanceAdvice820,
  RemittanceItem,
} from '../../../server/edi/documents/advices/remittance_advice_820.ts'
import {
  adviceFacts,
  centsOf,
  moneyOf,
  paidSentence,
  remittanceSentence,
} from '../../../server/partners/edi/spoken_of/remittance.rules.ts'

const item = (reference: string, more: Partial<RemittanceItem> = {}): RemittanceItem => ({
  qualifier: 'IV',
  reference,
  paid: '100',
  total: null,
  discount: null,
  deductions: [],
  ...more,
})
const advice = (more: Partial<RemittanceAdvice820> = {}): RemittanceAdvice820 => ({
  number: 'T-1',
  amount: '100',
  day: '2026-11-28',
  currency: 'USD',
  items: [item('INV-1')],
  deductions: [],
  not_understood: [],
  ...more,
})
const invoice = (name: string, more: object = {}) => ({
  name,
  currency: 'USD',
  is_void: false,
  open_cents: 10_000,
  ...more,
})
const said = (one: Partial<RemittanceAdvice820> = {}, ...invoices: ReturnType<typeof invoice>[]) =>
  remittanceSentence('Meridian', advice(one), {
    invoices: new Map(invoices.map((each) => [each.name, each])),
    earlier: [],
    credit_notes: new Map(),
  })
const known = invoice('INV-1')
const deduction = (amount: string, reason: string | null = null, reference: string | null = null) => ({
  amount,
  reason,
  reference,
})

test('amounts are cents with at most two decimals', () => {
  expect(['1', '1.5', '-1.05', '0', '12.34', '1.005', 'x', '', '1.', '1x', 'x1'].map(centsOf)).toEqual([
    100n,
    150n,
    -105n,
    0n,
    1234n,
    null,
    null,
    null,
    null,
    null,
    null,
  ])
  expect([0n, 5n, -5n, 100n, -12345n].map(moneyOf)).toEqual(['0.00', '0.05', '-0.05', '1.00', '-123.45'])
})

test('what agrees is said shortly', () => {
  expect(said({}, known)).toBe('Meridian pays 100.00 USD on 2026-11-28 (T-1): 100.00 for INV-1.')
  expect(said({ number: null, day: null, currency: null }, known)).toBe('Meridian pays 100.00: 100.00 for INV-1.')
  expect(said({ items: [item('INV-1', { total: '100', discount: '0' })] }, known)).toBe(
    'Meridian pays 100.00 USD on 2026-11-28 (T-1): 100.00 for INV-1.',
  )
  expect(said({ amount: '0', items: [] })).toBe(
    'Meridian pays 0.00 USD on 2026-11-28 (T-1): for nothing that it names.',
  )
})

test('what does not agree with an invoice is named', () => {
  const named = (more: Partial<RemittanceItem>, ...invoices: ReturnType<typeof invoice>[]) =>
    /: (.*?)\.(?: Its|$)/.exec(said({ items: [item('INV-1', more)] }, ...invoices))![1]
  expect(named({})).toBe('100.00 for INV-1 (no invoice of that number is on file)')
  expect(named({ qualifier: 'CM' })).toBe('100.00 for CM INV-1 (no invoice of that number is on file)')
  expect(named({ qualifier: null }, known)).toBe('100.00 for INV-1')
  expect(named({}, invoice('INV-1', { is_void: true, open_cents: 0 }))).toBe('100.00 for INV-1 (the invoice is void)')
  expect(named({}, invoice('INV-1', { open_cents: 9_999 }))).toBe(
    '100.00 for INV-1 (open is 99.99; 0.01 more than is open)',
  )
  expect(named({ paid: null }, known)).toBe('no amount for INV-1 (open is 100.00)')
  expect(named({}, invoice('INV-1', { currency: 'EUR' }))).toBe('100.00 for INV-1 (the invoice is in EUR)')
  expect(named({ total: '120.5' }, known)).toBe('100.00 for INV-1 (stated as 120.50)')
  expect(named({ discount: '2' }, known)).toBe('100.00 for INV-1 (discount 2.00)')
  expect(named({ deductions: [deduction('-5', '01', 'CB-7'), deduction('-1')] }, known)).toBe(
    '100.00 for INV-1 (deduction -5.00, reason 01, CB-7; deduction -1.00)',
  )
  expect(said({ currency: null }, invoice('INV-1', { currency: 'EUR' }))).toBe(
    'Meridian pays 100.00 on 2026-11-28 (T-1): 100.00 for INV-1.',
  )
})

test('items and deductions add up to what is paid, with the deductions of items or without', () => {
  const fault = (more: Partial<RemittanceAdvice820>) => / (Its .*?\.)$/.exec(said(more, known))?.[1] ?? null
  expect(fault({ amount: '100' })).toBeNull()
  expect(fault({ amount: '100.01' })).toBe(
    'Its items and deductions add up to 100.00, and 100.01 is paid: nothing explains the difference of 0.01.',
  )
  expect(fault({ amount: '90', deductions: [deduction('-10')] })).toBeNull()
  expect(fault({ amount: '100', deductions: [deduction('-10')] })).toBe(
    'Its items and deductions add up to 90.00, and 100.00 is paid: nothing explains the difference of 10.00.',
  )
  const items = [item('INV-1', { deductions: [deduction('-10')] })]
  expect([fault({ amount: '100', items }), fault({ amount: '90', items })]).toEqual([null, null])
  expect(fault({ amount: '80', items })).toBe(
    'Its items and deductions add up to 100.00, and 80.00 is paid: nothing explains the difference of 20.00.',
  )
  expect(fault({ amount: '0', items: [item('INV-1', { paid: null })] })).toBeNull()
  const decimals = 'Its amounts have more than two decimals.'
  expect(fault({ amount: '100.005' })).toBe(decimals)
  expect(fault({ items: [item('INV-1', { paid: '1.005' }), item('INV-2')] })).toBe(decimals)
  expect(fault({ items: [item('INV-1', { deductions: [deduction('0.001')] })] })).toBe(decimals)
})

test('what does not agree comes first, and after twenty the rest is counted', () => {
  expect(said({ amount: '200', items: [item('INV-1'), item('X')], deductions: [] }, known)).toContain(
    ': 100.00 for X (no invoice of that number is on file); 100.00 for INV-1.',
  )
  const many = (count: number) =>
    said({ amount: `${count}00`, items: Array.from({ length: count }, (_, i) => item(`N${i}`)) })
  expect(many(20)).not.toContain('more')
  expect(many(21)).toEndWith('; and 1 more.')
  expect(said({ amount: '95', deductions: [deduction('-5', '22')] }, known)).toContain(
    ': deduction -5.00, reason 22; 100.00 for INV-1.',
  )
})

test('segments that are not understood are named, twenty of them', () => {
  expect(said({ not_understood: ['IT1*1'] }, known)).toEndWith('for INV-1. Not understood: “IT1*1”.')
  expect(said({ not_understood: ['A', 'B', 'C'] }, known)).toEndWith('Not understood: “A”, “B”, “C”.')
  const many = (count: number) => said({ not_understood: Array.from({ length: count }, (_, i) => `N${i}`) }, known)
  expect(many(20)).toEndWith('“N18”, “N19”.')
  expect(many(21)).toEndWith('“N18”, “N19” and 1 more.')
  expect(said({ not_understood: ['y'.repeat(61)] }, known)).toEndWith(`“${'y'.repeat(60)}”.`)
})

test('an invoice says what is paid of it', () => {
  const paid = (...items: RemittanceItem[]) =>
    /^Meridian pays (.*), as its remittance advice says\.$/.exec(
      paidSentence('Meridian', advice({ day: null, number: null, items }), 'INV-1'),
    )![1]
  expect(paidSentence('Meridian', advice(), 'INV-1')).toBe(
    'Meridian pays 100.00 on 2026-11-28 (T-1), as its remittance advice says.',
  )
  expect(paid(item('INV-2'), item('INV-1'), item('INV-1', { paid: '0.5' }))).toBe('100.50')
  expect(paid(item('INV-1'), item('INV-1', { paid: null }))).toBe('it')
  expect(paid(item('INV-1', { paid: '1.005' }))).toBe('1.005')
  expect(paid(item('INV-1', { paid: '1.005' }), item('INV-1'))).toBe('it')
})

const note = (more: object = {}) => ({
  name: 'CN-1',
  currency: 'USD',
  is_cancelled: false,
  total_cents: 1_000,
  invoice: 'INV-1',
  ...more,
})
/** What is said of the items, beside what the account pays in all. */
const itemsSaid = (items: RemittanceItem[], notes: ReturnType<typeof note>[], more: Partial<RemittanceAdvice820> = {}) => {
  const amount = String(items.reduce((sum, { paid }) => sum + Number(paid), 0))
  const sentence = remittanceSentence('Meridian', advice({ amount, items, ...more }), {
    invoices: new Map([['INV-1', known], ['INV-2', invoice('INV-2')]]),
    earlier: [],
    credit_notes: new Map(notes.map((each) => [each.name, each])),
  })
  return /: (.*)\.$/.exec(sentence)![1]
} // prettier-ignore

test('a credit note that is taken off apart agrees with it and with the whole of its invoice', () => {
  const items = [item('INV-1', { paid: '110' }), item('CN-1', { qualifier: 'CM', paid: '-10' })]
  expect(itemsSaid(items, [note()])).toBe('110.00 for INV-1; -10.00 for credit note CN-1')
  // The same number twice is one credit note.
  const twice = [...items, item('CN-1', { qualifier: 'IV', paid: '-10' })]
  expect(itemsSaid(twice, [note()])).toEndWith('; 110.00 for INV-1')
  const both = [item('INV-1', { paid: '115' }), item('CN-1', { paid: '-10' }), item('CN-2', { paid: '-5' })]
  expect(itemsSaid(both, [note(), note({ name: 'CN-2', total_cents: 500 })])).toBe(
    '115.00 for INV-1; -10.00 for credit note CN-1; -5.00 for credit note CN-2',
  )
})

test('a credit note that does not agree is named, with what is wrong', () => {
  const credited = (more: Partial<RemittanceItem>, of: object = {}, paid = '110') =>
    itemsSaid([item('INV-1', { paid }), item('CN-1', { qualifier: 'CM', paid: '-10', ...more })], [note(of)])
  expect(credited({ paid: '-9' })).toBe('-9.00 for credit note CN-1 (the credit note is -10.00); 110.00 for INV-1')
  expect(credited({ paid: '10' })).toBe('10.00 for credit note CN-1 (the credit note is -10.00); 110.00 for INV-1')
  expect(credited({ paid: null })).toBe('no amount for credit note CN-1 (the credit note is -10.00); 110.00 for INV-1')
  expect(credited({}, { currency: 'EUR' })).toBe(
    '-10.00 for credit note CN-1 (the credit note is in EUR); 110.00 for INV-1',
  )
  expect(credited({ total: '-12' })).toBe('-10.00 for credit note CN-1 (stated as -12.00); 110.00 for INV-1')
  // A cancelled one credits nothing, so that the invoice is open as it stands.
  expect(credited({}, { is_cancelled: true }, '100')).toBe(
    '-10.00 for credit note CN-1 (the credit note is cancelled); 100.00 for INV-1',
  )
  expect(credited({}, { invoice: 'INV-2' }, '100')).toBe(
    '-10.00 for credit note CN-1 (it credits INV-2, of which the advice pays nothing); 100.00 for INV-1',
  )
})

const earlier = (
  document_id: number,
  number: string | null,
  paid: string | null,
  day: string | null = '2026-11-20',
) => ({
  document_id,
  number,
  day,
  items: [
    { reference: 'INV-1', paid },
    { reference: 'INV-1', paid: '1' },
    { reference: 'INV-9', paid: '7' },
  ],
})
const saidAfter = (one: Partial<RemittanceAdvice820>, ...before: ReturnType<typeof earlier>[]) =>
  remittanceSentence('Meridian', advice(one), {
    earlier: before,
    invoices: new Map([['INV-1', known]]),
    credit_notes: new Map(),
  })

test('an invoice that one advice names several times says how often, and what is more than open', () => {
  const both = [item('INV-1', { paid: '60' }), item('INV-1', { paid: '40' })]
  const named = 'named 2 times, for 100.00 in all'
  expect(saidAfter({ items: both })).toContain(
    `60.00 for INV-1 (open is 100.00; ${named}); 40.00 for INV-1 (open is 100.00; ${named}).`,
  )
  expect(saidAfter({ amount: '200', items: [item('INV-1'), item('INV-1')] })).toContain(
    '100.00 for INV-1 (100.00 more than is open; named 2 times, for 200.00 in all)',
  )
  expect(saidAfter({ items: [item('INV-1'), item('INV-1', { paid: null })] })).toContain(
    '100.00 for INV-1 (named 2 times',
  )
  expect(said({ items: [item('INV-1')] }, invoice('INV-1', { open_cents: -500 }))).toContain(
    '(open is -5.00; 100.00 more than is open)',
  )
  expect(said({ items: [item('INV-1', { paid: '-5' })] }, invoice('INV-1', { open_cents: -1_000 }))).not.toContain(
    'more',
  )
  expect(said({ items: [item('INV-1', { paid: '0' })] }, invoice('INV-1', { open_cents: -1_000 }))).not.toContain(
    'more',
  )
})

test('an invoice that an earlier advice paid names that advice', () => {
  expect(saidAfter({}, earlier(5, 'T-0', '100'))).toContain(
    '100.00 for INV-1 (paid 101.00 by the advice T-0 of 2026-11-20 (document 5), too).',
  )
  expect(saidAfter({}, earlier(5, null, null, null))).toContain('(paid 1.00 by the advice (document 5), too)')
  expect(saidAfter({}, earlier(5, null, '1.005', null))).toContain('(paid by the advice (document 5), too)')
  expect(saidAfter({ items: [item('INV-2')] }, earlier(5, 'T-0', '100'))).not.toContain('too')
  const many = saidAfter({}, ...[1, 2, 3, 4].map((id) => earlier(id, `N-${id}`, '100')))
  expect(many.match(/by the advice/g)).toHaveLength(3)
})

test('a payment whose number was advised before says so, once', () => {
  const again = ' The payment T-1 was advised before (document 5).'
  expect(saidAfter({}, earlier(5, 'T-1', '100'), earlier(4, 'T-1', '100'))).toEndWith(again)
  expect(saidAfter({}, earlier(5, 'T-1', '100'), earlier(4, 'T-1', '100'))).not.toContain('(document 4).')
  expect(saidAfter({}, earlier(5, 'T-2', '100'))).not.toContain('advised before')
  expect(saidAfter({ number: null }, earlier(5, null, '100'))).not.toContain('advised before')
})

test('an advice keeps what later ones are compared with', () => {
  expect(adviceFacts(advice({ items: [item('INV-1', { paid: null })] }))).toEqual({
    number: 'T-1',
    day: '2026-11-28',
    items: [{ reference: 'INV-1', paid: null }],
  })
})

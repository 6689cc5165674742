/** What is understood of remittance advices (820). */
import { type Area, contacts, passedOver, type SegmentRule, type UnderstoodSet } from './segments.ts'

const anywhere: readonly Area[] = ['header', 'line']
const bank = 'Banks and their accounts: the payment is read from the books of the bank.'

const rules: readonly SegmentRule[] = [
  {
    segment: 'BPR',
    areas: ['header'],
    meaning: 'The amount (02), as a credit to us or a debit (03), and the day of the payment (16).',
    read: { 2: null, 3: ['', 'C', 'D'], 16: null },
    ignored: {
      1: 'Whether the money travels with the advice: no payment is booked of it.',
      4: 'The way on which the money travels.',
      5: 'The format of the payment between banks.',
      ...Object.fromEntries([6, 7, 8, 9, 10, 11, 12, 13, 14, 15].map((place) => [place, bank])),
    },
  },
  {
    segment: 'TRN',
    areas: ['header'],
    meaning: 'The number of the payment. One that was advised before is named.',
    read: { 2: null },
    ignored: {
      1: 'What kind of number it is.',
      3: 'Who gave the number.',
      4: 'A further number of the payer in the books of its bank.',
    },
  },
  {
    segment: 'CUR',
    areas: ['header'],
    meaning: 'The currency of all amounts.',
    read: { 2: null },
    ignored: { 1: 'Which party states the currency.' },
  },
  {
    segment: 'REF',
    areas: anywhere,
    meaning:
      'The receiver (EV), what the account calls us (VR, IA), its department (DP), its order (PO) and the bill of lading (BM). The invoice is named by RMR.',
    when: { 1: ['EV', 'VR', 'IA', 'DP', 'PO', 'BM'] },
    ignored: { 2: 'A number that changes neither what is paid nor for what.', 3: 'Describes the number in words.' },
    repeats: true,
  },
  {
    segment: 'DTM',
    areas: anywhere,
    meaning: 'The day of the invoice (003), of its order (004) and of the advice (097).',
    when: { 1: ['003', '004', '097'] },
    ignored: { 2: 'A day other than that of the payment.', 3: 'The time of the day.', 4: 'The time zone of a time.' },
    repeats: true,
  },
  {
    segment: 'N1',
    areas: anywhere,
    meaning: 'Payer (PR) and payee (PE): the envelope names the account and us.',
    when: { 1: ['PR', 'PE'] },
    ignored: { 2: 'A name; the envelope names the party.', 3: 'Who numbers the party.', 4: 'The number of the party.' },
    repeats: true,
  },
  passedOver('N2', anywhere, 'More of the name of payer or payee.'),
  passedOver('N3', anywhere, 'The address of payer or payee.'),
  passedOver('N4', anywhere, 'The address of payer or payee.'),
  contacts,
  passedOver('ENT', anywhere, 'Begins the items of a payee; deductions after it belong to no item before.'),
  {
    segment: 'RMR',
    areas: ['line'],
    meaning:
      'An item: what its number is one of (01), the number of the invoice or credit note (02), what is paid (04), what it is worth (05), the discount (06), and an adjustment with its reason (07, 08). An invoice that is paid twice, by this advice or an earlier one, and what is more than open, are named.',
    read: { 1: null, 2: null, 3: ['', 'PI', 'PO', 'PP'], 4: null, 5: null, 6: null, 7: null, 8: null },
  },
  {
    segment: 'ADX',
    areas: anywhere,
    meaning: 'A deduction or an addition: amount (01), reason (02) and number (04).',
    read: { 1: null, 2: null, 4: null },
    ignored: { 3: 'What kind of number follows.' },
    repeats: true,
  },
] // prettier-ignore

export const understood820: UnderstoodSet = { document_type: '820', line: 'RMR', rules }

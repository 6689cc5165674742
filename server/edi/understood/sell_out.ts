/** What is understood of reports of sell-out (852). */
import {
  contacts,
  doorRule,
  itemQualifiers,
  packRules,
  type SegmentRule,
  type UnderstoodSet,
  wordsOf,
} from './segments.ts'

/** Element 98: us, and the two sides of the report. */
const partners = ['SE', 'SU', 'VN', 'FR', 'TO']
/** Element 98: a store of the account. */
export const storeCodes = ['RL', 'ST', 'SN']

const rules: readonly SegmentRule[] = [
  {
    segment: 'XQ',
    areas: ['header'],
    meaning:
      'The first and the last day. Without the last one, the week of the declared anchor in which the first lies.',
    read: { 1: ['H'], 2: null, 3: null },
  },
  {
    segment: 'N9',
    areas: ['header'],
    meaning: "Our number in the account's books (IA), and the department (DP).",
    when: { 1: ['IA', 'DP', 'IT'] },
    read: { 2: null },
    ignored: { 3: 'Describes the number in words.' },
  },
  {
    segment: 'REF',
    areas: ['header'],
    meaning: "Our number in the account's books (IA), and the department (DP).",
    when: { 1: ['IA', 'DP'] },
    read: { 2: null },
    ignored: { 3: 'Describes the number in words.' },
  },
  {
    segment: 'N1',
    areas: ['header'],
    meaning: 'The name of the account.',
    when: { 1: ['BY'] },
    read: { 2: null },
    ignored: {
      3: 'Who numbers the account; the envelope names it.',
      4: 'The number of the account, which the envelope names.',
    },
  },
  {
    segment: 'N1',
    areas: ['header'],
    meaning: 'The account and us. They say nothing about the store.',
    when: { 1: partners },
    ignored: {
      2: 'A name; the envelope names the party.',
      3: 'Who numbers the party; the envelope names it.',
      4: 'The number of a party that the envelope names.',
    },
  },
  {
    segment: 'N1',
    areas: ['header', 'line'],
    meaning:
      'A store. Before the first item it heads the items that follow, up to the next store; after the quantities of an item it belongs to that item. A report that does both is held. One beside the stores that split a quantity (SDQ) is reported, and those of SDQ count.',
    when: { 1: [...storeCodes, 'BY'] },
    read: { 3: ['', '92'], 4: null },
    ignored: { 2: 'A name; the number identifies the store.' },
    repeats: true,
  },
  contacts,
  {
    segment: 'LIN',
    areas: ['line'],
    meaning: 'An item by its numbers, which must not name two.',
    pairs: { from: 2, to: 31, qualifiers: itemQualifiers },
    ignored: { 1: 'Numbers the items of the report.' },
  },
  wordsOf(['line']),
  ...packRules,
  {
    segment: 'CTP',
    areas: ['line'],
    meaning: 'A retail price, from which no figure of sell-out is computed.',
    when: { 2: ['RTL', 'RES', 'MSR', 'SRP'] },
    ignored: {
      1: 'The class of trade.',
      3: 'A retail price.',
      4: 'The units of a retail price.',
      5: 'The units of a retail price.',
      9: 'The basis of a retail price.',
    },
    repeats: true,
  },
  {
    segment: 'ZA',
    areas: ['line'],
    meaning:
      'Units sold (QS, or TS in its place), sold after returns (Q1), returned (QU), and on hand (QA, or OH in its place), in single units, dozens, or a unit that PO4 counts. One that an item has twice for a store, and returns below zero, hold the report.',
    when: { 1: ['QS', 'TS', 'Q1', 'QU', 'QA', 'OH'] },
    read: { 2: null, 3: null },
    repeats: true,
  },
  {
    segment: 'ZA',
    areas: ['line'],
    meaning: 'Units on order (QP), which our own orders know.',
    when: { 1: ['QP'] },
    ignored: { 2: 'Units on order.', 3: 'The unit of a quantity that is not read.' },
    repeats: true,
  },
  doorRule,
  {
    segment: 'CTT',
    areas: ['end'],
    meaning: 'The number of items and the sum of quantities: where they differ, the document is rejected.',
    read: { 1: null, 2: null },
    ignored: { 7: 'Describes the document in words.' },
  },
]

export const understood852: UnderstoodSet = { document_type: '852', line: 'LIN', rules }

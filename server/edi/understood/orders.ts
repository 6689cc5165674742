/** What is understood of purchase orders (850) and of their changes (860). */
import {
  type Area,
  contacts,
  description,
  doorRule,
  itemQualifiers,
  packRules,
  passedOver,
  priceBases,
  type SegmentRule,
  type UnderstoodSet,
  wordsOf,
} from './segments.ts'

const anywhere: readonly Area[] = ['header', 'line']
const partyQualifiers = ['', '92', '91', '1', '9', 'UL']
const wording = 'A name; the code identifies the place.'

/** Element 1300 names an allowance or a charge; 331 says who settles it and how. */
const allowanceRule: SegmentRule = {
  segment: 'SAC',
  areas: anywhere,
  meaning:
    'An allowance or a charge: its amount (05), which counts, its percentage of the goods (06, 07), or its rate (08) times its quantity (10). An amount that is neither its percentage nor its rate times its quantity, or that of the goods, is reported with both, and so is a rate without a quantity, and what is stated twice. Off invoice (02, or nothing in 12) it is in the order and its invoice; billed back, paid by check or credited (01, 03, 04) it is kept and does not reduce the invoice.',
  when: { 1: ['A', 'C'] },
  read: { 2: null, 5: null, 6: ['', '3'], 7: null, 8: null, 10: null, 12: ['', '01', '02', '03', '04', '06'] },
  ignored: {
    3: 'The agency of a code that is not read.',
    4: 'A code of another agency beside that of the standard.',
    9: 'The unit of the quantity, by which the rate is multiplied.',
    13: 'A reference of the promotion in the books of the account.',
    15: 'Describes it in words; its code names it.',
  },
  repeats: true,
}

const inWords = 'Describes an allowance or a charge that is none.'
const allowanceRules: readonly SegmentRule[] = [
  allowanceRule,
  {
    segment: 'SAC',
    areas: anywhere,
    meaning: 'Neither an allowance nor a charge (N).',
    when: { 1: ['N'] },
    ignored: { 2: inWords, 3: inWords, 4: inWords, 13: inWords, 15: inWords },
    repeats: true,
  },
]

/** Element 128: numbers in the books of the account that say nothing about prices, quantities, dates, places or items. */
const ordinaryReferences = ['MR', 'PG', '06', '11', '12', '19', '8X', 'BB', 'BT', 'CR', 'EU', 'GZ', 'IL', 'IT', 'JB', 'KK', 'CT', 'RQ', 'S5', 'SB', 'TN', 'VN', 'VR', 'WO', 'YD', 'ZZ'] // prettier-ignore

const ofPackaging = {
  2: 'What of the packaging the words describe.',
  3: 'Who gives the code beside the words.',
  4: 'A code beside the words.',
  6: 'How the parts of a load are held.',
}

const header: readonly SegmentRule[] = [
  {
    segment: 'CUR',
    areas: ['header'],
    meaning: 'The currency of the order.',
    read: { 1: ['BY', 'SE'], 2: null },
  },
  {
    segment: 'REF',
    areas: ['header'],
    meaning: "The customer's order reference (CO), the department (DP), our number in the account's books (IA).",
    when: { 1: ['CO', 'DP', 'IA'] },
    read: { 2: null },
    ignored: { 3: 'Describes the number in words.' },
  },
  {
    segment: 'REF',
    areas: ['header'],
    meaning:
      'References that sort the order in the books of the account, such as merchandise type (MR), product group (PG), division (19) and vendor (VR): they are kept, the document names them, and answers repeat them.',
    when: { 1: ordinaryReferences },
    read: { 2: null },
    ignored: { 3: 'Describes the number in words.' },
    repeats: true,
  },
  {
    segment: 'FOB',
    areas: ['header'],
    meaning:
      'Who pays the freight: collected (CC), prepaid (PP, PO, PS), by a third party (TP), picked up (PU, PB) or as agreed (DF, DE), and one of them: none is invoiced. A change that states another one is reported. Freight that is prepaid and charged (PC) is reported, since the order does not state what it comes to.',
    when: { 1: ['CC', 'PP', 'PO', 'PS', 'TP', 'PU', 'PB', 'DF', 'DE'] },
    ignored: {
      2: 'Where the goods change hands; the place to ship to is in N1.',
      3: 'Where the goods change hands, in words.',
      4: 'Who publishes the terms of transport.',
      5: 'Terms of transport. Who pays for the freight is read from FOB01.',
      6: 'Where the risk passes.',
      7: 'Where the risk passes, in words.',
    },
  },
  {
    segment: 'TD5',
    areas: ['header'],
    meaning:
      'The carrier (03), the way of transport (04) and the routing in words (05): the shipping method of the order.',
    when: { 2: ['', '2', '91', '92'] },
    read: { 3: null, 4: null, 5: null },
    ignored: { 1: 'Numbers the carriers of one route.', 6: 'Whether the routing is stated or complete.' },
    repeats: true,
  },
  {
    segment: 'PKG',
    areas: ['header'],
    meaning: 'How the goods are packed, in words (F); it becomes part of the note of the order.',
    when: { 1: ['F'] },
    read: { 5: null },
    ignored: ofPackaging,
    repeats: true,
  },
  ...allowanceRules,
  {
    segment: 'CSH',
    areas: ['header'],
    meaning: 'What of the order may be delivered later (N, Y, BK), which our acknowledgement states.',
    when: { 1: ['N', 'Y', 'BK'] },
  },
  {
    segment: 'ITD',
    areas: ['header'],
    meaning: 'Payment terms that count days from the date of the invoice: discount (03), its days (05), days (07).',
    when: { 7: null },
    read: { 1: ['', '01', '05', '08'], 2: ['', '3'], 3: null, 5: null },
    ignored: {
      12: 'The terms in words, too; numbers in them that the days and the discount do not state are reported.',
    },
  },
  {
    segment: 'ITD',
    areas: ['header'],
    meaning: 'Payment terms in words (12).',
    when: { 7: [''], 12: null },
    read: { 1: ['', '01', '05', '08'], 2: ['', '3'] },
    repeats: true,
  },
  {
    segment: 'DTM',
    areas: ['header'],
    meaning:
      'Delivery requested (002), ship from (010), cancel after (001), do not ship before (037) and after (038), do not deliver after (063) and before (064). Days that cannot all hold, and those before the day of the order, are reported.',
    when: { 1: ['001', '002', '010', '037', '038', '063', '064'] },
    read: { 2: null },
    ignored: { 3: 'The time of the day: orders are planned by day.', 4: 'The time zone of a time that is not read.' },
  },
  {
    segment: 'N9',
    areas: ['header'],
    meaning: 'Begins a note (L1), whose text follows in MSG.',
    when: { 1: ['L1'] },
    ignored: { 2: 'Names the note.', 3: 'Names the note.' },
    repeats: true,
  },
  {
    segment: 'MSG',
    areas: ['header'],
    meaning: 'Text for people; it becomes the note of the order.',
    read: { 1: null },
    ignored: { 2: 'How the text is printed.', 3: 'How the text is printed.' },
    repeats: true,
  },
  {
    segment: 'NTE',
    areas: ['header'],
    meaning: 'Text for people; it becomes the note of the order.',
    read: { 2: null },
    ignored: { 1: 'What the note is about.' },
    repeats: true,
  },
  {
    segment: 'N1',
    areas: ['header'],
    meaning:
      'The buyer or its store (BY), us (SE, SU, VN), the place to ship to (ST) and to bill to (BT). A store beside a place to ship to is the door of the lines. A place to ship to without a number opens an exception: its name and address are not stored, as they may be those of a person.',
    when: { 1: ['BY', 'SE', 'SU', 'VN', 'ST', 'BT'] },
    read: { 2: null, 3: partyQualifiers, 4: null },
  },
  {
    segment: 'N2',
    areas: ['header'],
    meaning: 'More of the name of a party, which is kept with it.',
    read: { 1: null, 2: null },
    repeats: true,
  },
  { segment: 'N3', areas: ['header'], meaning: 'The street of a party.', read: { 1: null, 2: null }, repeats: true },
  {
    segment: 'N4',
    areas: ['header'],
    meaning: 'City, region, postal code and country of a party.',
    read: { 1: null, 2: null, 3: null, 4: null, 5: ['', 'SP'], 6: null },
    repeats: true,
  },
  contacts,
]

const totalRule: SegmentRule = {
  segment: 'AMT',
  areas: ['header', 'end'],
  meaning:
    'The total (TT), which is compared with the lines, before and after allowances and charges, and with another one.',
  when: { 1: ['TT'] },
  read: { 2: null },
}

const changedTotalRule: SegmentRule = {
  ...totalRule,
  meaning:
    'The total (TT), which is compared with the order as it is after the change, before and after allowances and charges, and with the changed lines. That of a cancellation is not compared.',
}

const lines: readonly SegmentRule[] = [
  description,
  passedOver('PWK', ['line'], 'Papers that go with the item.'),
  passedOver('MEA', ['line'], 'Measures of the item, which its numbers identify.'),
  wordsOf(['component']),
  ...packRules,
  doorRule,
  ...allowanceRules,
  {
    segment: 'PKG',
    areas: ['line', 'component'],
    meaning: 'How the item is packed, in words (F); the units in a pack are those of PO4.',
    when: { 1: ['F'] },
    ignored: { ...ofPackaging, 5: 'Words about packaging.' },
    repeats: true,
  },
  {
    segment: 'CTP',
    areas: ['line'],
    meaning: 'A retail or suggested retail price, which is no price of the account.',
    when: { 2: ['RTL', 'RES', 'MSR', 'SRP'] },
    ignored: { 1: 'The class of trade of a price that is not read.', 3: 'A retail price.', 9: 'The basis of a retail price.' },
    repeats: true,
  },
  {
    segment: 'DTM',
    areas: ['line'],
    meaning: 'Delivery requested (002) and ship on (010) for the line.',
    when: { 1: ['002', '010'] },
    read: { 2: null },
    ignored: { 3: 'The time of the day: orders are planned by day.', 4: 'The time zone of a time that is not read.' },
  },
  {
    segment: 'SCH',
    areas: ['line'],
    meaning: 'Part of the quantity with its day of delivery (002) or shipment (010): each day is a line of its own.',
    when: { 5: ['002', '010'] },
    read: { 1: null, 2: null, 6: null },
    ignored: { 7: 'The time of the day: orders are planned by day.', 12: 'A number of the schedule in the books of the account.' },
    repeats: true,
  },
  {
    segment: 'N1',
    areas: ['line'],
    meaning: 'The place that gets the whole line (ST), by its number with the account; one without a number is reported.',
    when: { 1: ['ST'], 4: null },
    read: { 3: ['92'] },
    ignored: { 2: wording },
  },
  {
    segment: 'SLN',
    areas: ['component'],
    meaning: 'An item that is in the pack (I), with its units in one pack and its price. Their sums are compared with the price of the pack and the units that PO4 packs.',
    when: { 3: ['I'] },
    read: { 4: null, 5: null, 6: null, 7: ['', ...priceBases] },
    pairs: { from: 9, to: 28, qualifiers: itemQualifiers },
    ignored: { 1: 'Numbers the items of the pack.', 2: 'Numbers the items of the pack.' },
    repeats: true,
  },
  {
    segment: 'CTT',
    areas: ['end'],
    meaning: 'The number of lines and the sum of quantities: where they differ, the document is rejected.',
    read: { 1: null, 2: null },
    ignored: {
      3: 'Weight and volume: what ships is weighed and measured.',
      4: 'Weight and volume: what ships is weighed and measured.',
      5: 'Weight and volume: what ships is weighed and measured.',
      6: 'Weight and volume: what ships is weighed and measured.',
      7: 'Describes the document in words.',
    },
  },
] // prettier-ignore

export const understood850: UnderstoodSet = {
  document_type: '850',
  line: 'PO1',
  rules: [
    {
      segment: 'BEG',
      areas: ['header'],
      meaning:
        'New (00), cancelled (01), replaced (05) or sent again (07). An order of a day that has not come is one of the day on which it arrives, and is reported. Stand-alone, new and released orders become drafts; a blanket order (BK) is held, as it asks for nothing yet; a drop shipment (DS) opens an exception that says what it lacks.',
      read: { 1: ['00', '01', '05', '07'], 2: ['SA', 'NE', 'RL', 'BK', 'DS'], 3: null, 4: null, 5: null },
      ignored: { 7: 'The kind of acknowledgement that is asked for: every line is acknowledged.' },
    },
    ...header,
    totalRule,
    {
      segment: 'PO1',
      areas: ['line'],
      meaning:
        'Line number, quantity, unit, price and its basis: for each (PE, WE, TE, QE, LE), for the unit that is ordered (UM, NT, CT, QT, WH, or nothing), for a dozen (PD, WD, TD), a hundred (HP, WC, TC, QH), a thousand (TP, WM, TM, QS), ten thousand (TT) or a hundred thousand (HT). Then the numbers of the item, which must not name two. A quantity that is not whole, a price of nothing and a number that two lines have are reported.',
      read: { 1: null, 2: null, 3: null, 4: null, 5: ['', ...priceBases] },
      pairs: { from: 6, to: 25, qualifiers: itemQualifiers },
    },
    ...lines,
  ],
}

export const understood860: UnderstoodSet = {
  document_type: '860',
  line: 'POC',
  rules: [
    {
      segment: 'BCH',
      areas: ['header'],
      meaning:
        'Changed (04), cancelled (01) or replaced (05); numbers and days of the order and of its change (05, 11). A change with the number of another and other content, or older than one that was applied, is held.',
      read: { 1: ['01', '04', '05'], 2: ['SA', 'NE', 'RL'], 3: null, 4: null, 5: null, 6: null, 11: null },
    },
    ...header,
    changedTotalRule,
    {
      segment: 'POC',
      areas: ['line'],
      meaning:
        'Line number, what changes, the quantities after the change, the unit, the price and its basis; the numbers of the item. A line is found by its number alone; one without a number by its item, where one line has it. PC and CT keep the quantity, QI, QD and CT the price, and DI deletes all of the line: a change that says otherwise is held.',
      read: {
        1: null,
        2: ['AI', 'CA', 'CT', 'DI', 'PC', 'PQ', 'QD', 'QI', 'RZ'],
        3: null,
        4: null,
        5: null,
        6: null,
        7: ['', ...priceBases],
      },
      pairs: { from: 8, to: 27, qualifiers: itemQualifiers },
    },
    ...lines,
  ],
}

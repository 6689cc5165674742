/** The invoice, transaction set 810. */
import { freeText, identifier } from '../x12/characters.ts'
import type { Segment } from '../x12/segments.ts'
import type { OutgoingSet } from '../x12/write_interchange.ts'
import {
  checkTotals,
  type Content,
  contentOf,
  dates,
  decimal,
  implied,
  optional,
  type Placed,
  purposeOf,
  readPurpose,
  references,
  segment,
  type Segments,
  totals,
  x12Day,
} from './fields.ts'
import { elementCodes } from '../x12/faults.ts'
import { readItemIds, writeItemIds, writeTitle } from './items.ts'
import {
  customerReference,
  orderNumber,
  readComponents,
  readNotes,
  readReferences,
  writeComponents,
  writeNotes,
  writePrice,
  writeReferences,
} from './orders.ts'
import { partyCodes, readParties, writeParty } from './parties.ts'
import type { ItemIds, PackComponent, Party, Reference, Terms } from './record.ts'
import { readTerms, writeTerms } from './terms.ts'

export interface InvoiceLine extends ItemIds {
  line_reference: string | null
  quantity: number
  unit: string
  /** Decimal text. */
  unit_price: string
  title: string | null
  /** Allowances of the line, as its order states them. Left out where there are none. */
  charges?: InvoiceCharge[]
  /** Contents of one of the unit, where that is a prepack (SLN). */
  components?: PackComponent[]
}

/** Freight is a charge with the code D240; a discount has the code of the order, else C310. */
export interface InvoiceCharge {
  kind: 'charge' | 'allowance'
  /** Element 1300. */
  code: string
  /** Decimal text with at most two decimals, never negative. */
  amount: string
  description: string | null
  /** Decimal text, beside the amount that it comes to. */
  percent?: string
  /** Element 331, as the order states it. */
  settled_by?: string
}

export interface InvoiceTax {
  /** Element 963: ST sales tax, VA value added tax, GS goods and services tax, TX all taxes, and others. */
  type: string
  /** Decimal text with at most two decimals. */
  amount: string
  /** Decimal text. */
  percent: string | null
}

export interface Invoice810 {
  /** Left out of an original. */
  purpose?: 'replacement'
  kind: 'invoice' | 'credit_memo'
  number: string
  invoiced_on: string
  order_number: string | null
  ordered_on: string | null
  currency: string | null
  vendor_number: string | null
  department: string | null
  bill_of_lading: string | null
  /** The supplier's order number. */
  supplier_reference: string | null
  /** The customer's order reference (REF CO), as the order states it. */
  reference?: string
  /** Further references of the order. */
  references?: Reference[]
  notes: string | null
  buyer: Party | null
  supplier: Party | null
  ship_to: Party | null
  bill_to: Party | null
  remit_to: Party | null
  terms: Terms
  due_on: string | null
  shipped_on: string | null
  lines: InvoiceLine[]
  /** Decimal text with at most two decimals: lines, charges and taxes less allowances. */
  total: string
  taxes: InvoiceTax[]
  charges: InvoiceCharge[]
}

const kinds = { invoice: 'DI', credit_memo: 'CR' } as const
const chargeKinds = { charge: 'C', allowance: 'A' } as const
const referenceCodes = {
  vendor_number: 'IA',
  department: 'DP',
  bill_of_lading: 'BM',
  supplier_reference: 'VN',
} as const
const parties = ['buyer', 'supplier', 'ship_to', 'bill_to', 'remit_to'] as const
/** Date shipped. */
const shipped = '011'

/** Element 378: of the goods. */
const ofGoods = '3'

function writeCharge({ kind, code, amount, description, percent, settled_by }: InvoiceCharge): Segment {
  const share = percent === undefined ? ['', ''] : [ofGoods, decimal(percent)]
  const unused = ['', '', '', '']
  const text = freeText(description, 80)
  return segment(
    'SAC',
    chargeKinds[kind],
    code,
    '',
    '',
    implied(amount),
    ...share,
    ...unused,
    settled_by ?? '',
    '',
    '',
    text,
  )
}

const writeLine = (line: InvoiceLine): Segment[] => [
  segment(
    'IT1',
    line.line_reference,
    line.quantity,
    line.unit,
    ...writePrice(line.unit_price, line.unit),
    ...writeItemIds(line),
  ),
  ...writeTitle(line.title),
  ...(line.charges ?? []).map(writeCharge),
  ...writeComponents(line.components ?? []),
]

const writeTax = ({ type, amount, percent }: InvoiceTax): Segment =>
  segment('TXI', type, decimal(amount), percent === null ? '' : decimal(percent))

const quantitiesOf = (lines: readonly InvoiceLine[]) => lines.map(({ quantity }) => quantity)

export function write810(invoice: Invoice810): OutgoingSet {
  const { kind, number, invoiced_on, order_number, ordered_on, terms, due_on, lines } = invoice
  const order = order_number === null ? '' : orderNumber(order_number)
  const head = [x12Day(invoiced_on), identifier(number, 22, 'The invoice number'), x12Day(ordered_on), order]
  const names = Object.keys(referenceCodes) as (keyof typeof referenceCodes)[]
  const segments = [
    segment('BIG', ...head, '', '', kinds[kind], ...(invoice.purpose === undefined ? [] : [purposeOf(invoice)])),
    ...optional(invoice.currency, (currency) => segment('CUR', 'SE', currency)),
    ...references([
      ...names.map((name) => [referenceCodes[name], invoice[name]] as const),
      ['CO', invoice.reference ?? null],
    ]),
    ...writeReferences(invoice.references),
    ...parties.flatMap((name) => writeParty(partyCodes[name], invoice[name])),
    ...writeTerms(terms, due_on),
    ...dates([[shipped, invoice.shipped_on]]),
    ...writeNotes(invoice.notes),
    ...lines.flatMap(writeLine),
    segment('TDS', implied(invoice.total)),
    ...invoice.taxes.map(writeTax),
    ...invoice.charges.map(writeCharge),
    totals(lines.length, quantitiesOf(lines)),
  ]
  return { type: '810', segments }
}

const amountOf = (amount: string | null, segment: Placed, place: number): string =>
  amount ?? segment.refuse(place, elementCodes.missing, 'an amount')

function readCharge(sac: Placed): InvoiceCharge {
  const [percent, settled_by] = [sac.decimal(7), sac.text(12)]
  return {
    kind: sac.choice(1, chargeKinds),
    code: sac.need(2),
    amount: amountOf(sac.implied(5), sac, 5),
    description: sac.text(15),
    ...(percent === null ? {} : { percent }),
    ...(settled_by === null ? {} : { settled_by }),
  }
}

function readLine(loop: Segments): InvoiceLine {
  const it1 = loop.need('IT1')
  const charges = loop.filter('SAC').map(readCharge)
  const components = readComponents(loop)
  return {
    line_reference: it1.text(1),
    quantity: it1.needInteger(2),
    unit: it1.need(3),
    unit_price: it1.decimal(4) ?? it1.refuse(4, elementCodes.missing, 'a price'),
    ...readItemIds(it1, 6),
    title: loop.find('PID')?.text(5) ?? null,
    ...(charges.length === 0 ? {} : { charges }),
    ...(components.length === 0 ? {} : { components }),
  }
}

const readTax = (txi: Placed): InvoiceTax => ({
  type: txi.need(1),
  amount: amountOf(txi.decimal(2), txi, 2),
  percent: txi.decimal(3),
})

export function read810(content: Content): Invoice810 {
  const all = contentOf(content, '810')
  const { head, loops, tail } = all.loops('IT1', ['TDS', 'CTT'])
  const [big, tds] = [all.need('BIG'), all.need('TDS')]
  const lines = loops.map(readLine)
  checkTotals(tail, lines.length, quantitiesOf(lines))
  const party = readParties(head)
  return {
    ...readPurpose(big.raw(8)),
    kind: big.text(7) === kinds.credit_memo ? 'credit_memo' : 'invoice',
    invoiced_on: big.needDay(1),
    number: big.need(2),
    ordered_on: big.day(3),
    order_number: big.text(4),
    currency: head.find('CUR')?.text(2) ?? null,
    vendor_number: head.reference(referenceCodes.vendor_number),
    department: head.reference(referenceCodes.department),
    bill_of_lading: head.reference(referenceCodes.bill_of_lading),
    supplier_reference: head.reference(referenceCodes.supplier_reference),
    ...customerReference(head),
    ...readReferences(head, [...Object.values(referenceCodes), 'CO']),
    notes: readNotes(head),
    buyer: party(partyCodes.buyer),
    supplier: party(partyCodes.supplier),
    ship_to: party(partyCodes.ship_to),
    bill_to: party(partyCodes.bill_to),
    remit_to: party(partyCodes.remit_to),
    ...readTerms(head),
    shipped_on: head.date(shipped),
    lines,
    total: amountOf(tds.implied(1), tds, 1),
    taxes: tail.filter('TXI').map(readTax),
    charges: tail.filter('SAC').map(readCharge),
  }
}

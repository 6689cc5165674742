/** The purchase order, transaction set 850: converts an order to segments and back. */
import type { Transaction } from './envelope.ts'
import { identifier, type Segment, freeText, X12Error } from './segments.ts'

export interface Line850 {
  quantity: number
  /** Decimal text; null where no price is agreed. */
  unit_price: string | null
  buyer_sku: string
  supplier_sku: string | null
  /** A GTIN of 8, 12, 13 or 14 digits. */
  gtin: string | null
  title: string | null
  /** YYYY-MM-DD. */
  deliver_on: string | null
}

export interface Party850 {
  name: string
  /** Assigned by the buyer. */
  code: string | null
}

/** Days count from the invoice date; a discount is in per cent, as decimal text, and applies within its days. */
export interface Terms850 {
  discount_percent: string | null
  discount_days: number | null
  net_days: number
}

export interface PurchaseOrder850 {
  /** replacement: replaces an order sent before. cancellation: withdraws an order sent before. */
  purpose: 'original' | 'replacement' | 'cancellation'
  number: string
  ordered_on: string
  currency: string
  reference: string | null
  /** A description if the terms follow no pattern; null if none are agreed. */
  terms: Terms850 | { description: string } | null
  deliver_on: string | null
  ship_from_on: string | null
  cancel_after: string | null
  notes: string | null
  buyer: Party850
  supplier: Party850
  ship_to: Party850
  lines: Line850[]
  /** Decimal text; null if any line has no price. */
  total: string | null
}

const purposes = { original: '00', cancellation: '01', replacement: '05' } as const satisfies Record<
  PurchaseOrder850['purpose'],
  string
>
const partyCodes = { buyer: 'BY', supplier: 'SE', ship_to: 'ST' } as const
const dateCodes = { deliver_on: '002', ship_from_on: '010', cancel_after: '001' } as const
const noteLengthMax = 264
const termsLengthMax = 80
/** Element 336 is the type of terms; 333 is the date they count from. */
const termsTypes = { net: '05', discount: '08' } as const
const fromInvoice = '3'

const toX12Day = (day: string) => day.replaceAll('-', '')
const decimal = (text: string) => (text.includes('.') ? text.replace(/0+$/, '').replace(/\.$/, '') : text)

/** Qualifier of a GTIN, by its length. */
const gtinQualifiers: Record<number, string> = { 8: 'EN', 12: 'UP', 13: 'EN', 14: 'UK' }
const isGtin = (text: string | null): text is string => text !== null && /^(\d{8}|\d{12,14})$/.test(text)

function lineSegments(line: Line850, place: number): Segment[] {
  const ids = ['BP', identifier(line.buyer_sku, 48, 'The SKU')]
  if (line.supplier_sku !== null) ids.push('VN', identifier(line.supplier_sku, 48, "The supplier's SKU"))
  if (isGtin(line.gtin)) ids.push(gtinQualifiers[line.gtin.length]!, line.gtin)
  const price = line.unit_price === null ? ['', ''] : [decimal(line.unit_price), 'PE']
  return [
    ['PO1', String(place), String(line.quantity), 'EA', ...price, ...ids],
    ...(line.title === null ? [] : [['PID', 'F', '', '', '', freeText(line.title, 80)]]),
    ...(line.deliver_on === null ? [] : [['DTM', dateCodes.deliver_on, toX12Day(line.deliver_on)]]),
  ]
}

function partySegment(code: string, { name, code: assigned }: Party850): Segment {
  const known = assigned === null ? [] : ['92', identifier(assigned, 80, 'The code of a party')]
  return ['N1', code, freeText(name, 60), ...known]
}

const partsOf = (text: string, length: number): string[] =>
  Array.from({ length: Math.ceil(text.length / length) }, (_, i) => text.slice(i * length, (i + 1) * length))

/** ITD: 03 discount in per cent, 05 discount days, 07 net days, 12 terms as text. */
function termsSegments(terms: PurchaseOrder850['terms']): Segment[] {
  if (terms === null) return []
  if ('description' in terms) {
    const unused = Array.from({ length: 11 }, () => '')
    return partsOf(freeText(terms.description, 200), termsLengthMax).map((part) => ['ITD', ...unused, part])
  }
  const { discount_percent, discount_days, net_days } = terms
  if (discount_percent === null) return [['ITD', termsTypes.net, fromInvoice, '', '', '', '', String(net_days)]]
  return [['ITD', termsTypes.discount, fromInvoice, discount_percent, '', String(discount_days), '', String(net_days)]]
}

function readTerms(segments: readonly Segment[]): PurchaseOrder850['terms'] {
  const stated = segments.filter(([tag]) => tag === 'ITD')
  const counted = stated.find((segment) => at(segment, 7) !== '')
  if (counted === undefined) {
    const description = stated.map((segment) => at(segment, 12)).join('')
    return description === '' ? null : { description }
  }
  const days = orNull(at(counted, 5))
  return {
    discount_percent: orNull(at(counted, 3)),
    discount_days: days === null ? null : Number(days),
    net_days: Number(at(counted, 7)),
  }
}

/** A note of any length, split into as many segments as it needs. */
function noteSegments(notes: string | null): Segment[] {
  const text = freeText(notes, 10_000)
  if (text === '') return []
  return [['N9', 'L1', 'NOTES'], ...partsOf(text, noteLengthMax).map((part) => ['MSG', part])]
}

const dates = (order: PurchaseOrder850): Segment[] =>
  (['deliver_on', 'ship_from_on', 'cancel_after'] as const).flatMap((name) =>
    order[name] === null ? [] : [['DTM', dateCodes[name], toX12Day(order[name])]],
  )

export function write850(order: PurchaseOrder850): { type: '850'; segments: Segment[] } {
  const units = order.lines.reduce((sum, { quantity }) => sum + quantity, 0)
  const segments: Segment[] = [
    [
      'BEG',
      purposes[order.purpose],
      'SA',
      identifier(order.number, 22, 'The order number'),
      '',
      toX12Day(order.ordered_on),
    ],
    ['CUR', 'BY', order.currency],
    ...(order.reference === null ? [] : [['REF', 'CO', identifier(order.reference, 50, 'The reference')]]),
    ...termsSegments(order.terms),
    ...dates(order),
    ...noteSegments(order.notes),
    partySegment(partyCodes.buyer, order.buyer),
    partySegment(partyCodes.supplier, order.supplier),
    partySegment(partyCodes.ship_to, order.ship_to),
    ...order.lines.flatMap((line, i) => lineSegments(line, i + 1)),
    ['CTT', String(order.lines.length), String(units)],
    ...(order.total === null ? [] : [['AMT', 'TT', decimal(order.total)]]),
  ]
  return { type: '850', segments }
}

const at = (segment: Segment | undefined, place: number): string => segment?.[place] ?? ''
const orNull = (text: string) => (text === '' ? null : text)

function fromX12Day(text: string, where: string): string {
  if (!/^\d{8}$/.test(text)) throw new X12Error(`${where} is "${text}"; a date must have 8 digits.`)
  return `${text.slice(0, 4)}-${text.slice(4, 6)}-${text.slice(6)}`
}

/** Product ids come in pairs of qualifier and number, in any order. */
function idsOf(po1: Segment): Map<string, string> {
  const ids = new Map<string, string>()
  for (let place = 6; place + 1 < po1.length; place += 2) ids.set(at(po1, place), at(po1, place + 1))
  return ids
}

function readLine(po1: Segment, more: readonly Segment[]): Line850 {
  const ids = idsOf(po1)
  const quantity = Number(at(po1, 2))
  if (!/^\d+$/.test(at(po1, 2)) || !Number.isSafeInteger(quantity))
    throw new X12Error(`PO1 ${at(po1, 1)} orders "${at(po1, 2)}"; the quantity must be a whole number.`)
  const due = more.find((segment) => segment[0] === 'DTM' && at(segment, 1) === dateCodes.deliver_on)
  return {
    quantity,
    unit_price: orNull(at(po1, 4)),
    buyer_sku: ids.get('BP') ?? ids.get('IN') ?? ids.get('SK') ?? '',
    supplier_sku: ids.get('VN') ?? ids.get('VP') ?? null,
    gtin: ids.get('UP') ?? ids.get('EN') ?? ids.get('UK') ?? null,
    title: orNull(
      at(
        more.find(([tag]) => tag === 'PID'),
        5,
      ),
    ),
    deliver_on: due === undefined ? null : fromX12Day(at(due, 2), `DTM of PO1 ${at(po1, 1)}`),
  }
}

/** A line is a PO1 and the segments after it, up to the next PO1 or CTT. */
function readLines(segments: readonly Segment[]): Line850[] {
  const starts = segments.flatMap(([tag], i) => (tag === 'PO1' ? [i] : []))
  const end = segments.findIndex(([tag]) => tag === 'CTT')
  return starts.map((start, i) =>
    readLine(segments[start]!, segments.slice(start + 1, starts[i + 1] ?? (end < 0 ? undefined : end))),
  )
}

export function read850({ type, segments }: Pick<Transaction, 'type' | 'segments'>): PurchaseOrder850 {
  if (type !== '850') throw new X12Error(`This is a transaction set ${type}, not a purchase order (850).`)
  const first = segments.findIndex(([tag]) => tag === 'PO1')
  const head = first < 0 ? segments : segments.slice(0, first)
  const find = (tag: string, qualifier?: string) =>
    segments.find((segment) => segment[0] === tag && (qualifier === undefined || at(segment, 1) === qualifier))
  const beg = find('BEG')
  if (beg === undefined) throw new X12Error('The 850 has no BEG segment.')
  const party = (code: string): Party850 => {
    const n1 = find('N1', code)
    return { name: at(n1, 2), code: orNull(at(n1, 4)) }
  }
  const day = (code: string): string | null => {
    const dtm = head.find((segment) => segment[0] === 'DTM' && at(segment, 1) === code)
    return dtm === undefined ? null : fromX12Day(at(dtm, 2), `DTM ${code}`)
  }
  const lines = readLines(segments)
  const counted = at(find('CTT'), 1)
  if (counted !== '' && Number(counted) !== lines.length)
    throw new X12Error(`CTT counts ${counted} lines where the order has ${lines.length}.`)
  return {
    purpose: (['replacement', 'cancellation'] as const).find((name) => purposes[name] === at(beg, 1)) ?? 'original',
    number: at(beg, 3),
    ordered_on: fromX12Day(at(beg, 5), 'BEG05'),
    currency: at(find('CUR'), 2),
    reference: orNull(at(find('REF', 'CO'), 2)),
    terms: readTerms(head),
    deliver_on: day(dateCodes.deliver_on),
    ship_from_on: day(dateCodes.ship_from_on),
    cancel_after: day(dateCodes.cancel_after),
    notes: orNull(
      head
        .filter(([tag]) => tag === 'MSG')
        .map((segment) => at(segment, 1))
        .join(''),
    ),
    buyer: party(partyCodes.buyer),
    supplier: party(partyCodes.supplier),
    ship_to: party(partyCodes.ship_to),
    lines,
    total: orNull(at(find('AMT', 'TT'), 2)),
  }
}

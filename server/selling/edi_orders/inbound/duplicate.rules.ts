/** Compares an order that is sent again with the one on file. Pure. */
import type { PurchaseOrder850 } from '../../../edi/documents/purchase_order_850.ts'
import type { OrderHeader, OrderLine } from '../../../edi/documents/record.ts'
import type { EdiOrder } from '../edi_order.store.ts'
import { lineName } from './read_lines.rules.ts'

const headerNames = [
  'currency',
  'deliver_on',
  'ship_from_on',
  'cancel_after',
  'ship_not_before',
  'ship_not_after',
  'deliver_not_before',
  'deliver_not_after',
  'terms',
  'total',
  'allowances',
] as const satisfies (keyof OrderHeader)[]

const lineNames = [
  'quantity',
  'unit',
  'unit_price',
  'price_basis',
  'buyer_sku',
  'supplier_sku',
  'gtin',
  'deliver_on',
  'ship_on',
  'schedule',
  'allowances',
  'doors',
  'pack',
] as const satisfies (keyof OrderLine | 'quantity')[]

/** Fields of stored records may stand in another order. */
export const plain = (value: unknown): string =>
  JSON.stringify(value ?? null, (_, one: unknown) =>
    one !== null && typeof one === 'object' && !Array.isArray(one)
      ? Object.fromEntries(Object.entries(one).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : one,
  )
const words = (value: unknown) => (value === null || value === undefined ? 'none' : plain(value).replaceAll('"', ''))

function differing<T>(names: readonly (keyof T & string)[], name: string, before: T, after: T): string[] {
  return names
    .filter((one) => plain(before[one]) !== plain(after[one]))
    .map((one) => `${name}${one.replaceAll('_', ' ')} ${words(after[one])} instead of ${words(before[one])}`)
}

/** What the repeated order says otherwise, in words; empty if it says the same. */
export function differencesOf(stored: Pick<EdiOrder, 'header' | 'lines'>, sent: PurchaseOrder850): string[] {
  const { header, lines } = stored
  const places = (['buyer', 'ship_to'] as const).filter(
    (one) => (header[one]?.code ?? null) !== (sent[one]?.code ?? null),
  )
  const count = lines.length === sent.lines.length ? [] : [`${sent.lines.length} lines instead of ${lines.length}`]
  return [
    ...differing<OrderHeader>(headerNames, '', header, sent),
    ...places.map(
      (one) => `${one.replaceAll('_', ' ')} ${sent[one]?.code ?? 'none'} instead of ${header[one]?.code ?? 'none'}`,
    ),
    ...count,
    ...lines.flatMap(({ line, position }, i) => {
      const other = sent.lines[i]
      return other === undefined ? [] : differing(lineNames, `${lineName(line, position)}: `, line, other)
    }),
  ]
}

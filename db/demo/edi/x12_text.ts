/** X12 interchanges as an account's gateway writes them, and broken ones. Pure. */

interface Sender {
  id: string
  /** The organisation's interchange id. */
  receiver: string
  /** The day on which it is written. */
  day: string
}

type Segments = readonly string[]

/** An interchange of one group. Each set begins with its type, and has neither ST nor SE. */
export function interchangeText(from: Sender, control: number, group: string, sets: readonly Segments[]): string {
  const number = String(control).padStart(9, '0')
  const day = from.day.replaceAll('-', '')
  const bodies = sets.flatMap(([type, ...body], i) => {
    const set = String(i + 1).padStart(4, '0')
    return [`ST*${type}*${set}`, ...body, `SE*${body.length + 2}*${set}`]
  })
  return [
    `ISA*00*          *00*          *ZZ*${from.id.padEnd(15)}*ZZ*${from.receiver.padEnd(15)}*${day.slice(2)}*0930*U*00401*${number}*0*T*>`,
    `GS*${group}*${from.id}*${from.receiver}*${day}*0930*${control}*X*004010`,
    ...bodies,
    `GE*${sets.length}*${control}`,
    `IEA*1*${number}`,
  ]
    .map((segment) => `${segment}~`)
    .join('\n')
}

export interface OrderedItem {
  buyer_sku: string
  units: number
  price_cents: number
}

export function order850(number: string, day: string, items: readonly OrderedItem[]): Segments {
  const lines = items.map(
    ({ buyer_sku, units, price_cents }, i) =>
      `PO1*${i + 1}*${units}*EA*${(price_cents / 100).toFixed(2)}*PE*SK*${buyer_sku}`,
  )
  return ['850', `BEG*00*SA*${number}**${day.replaceAll('-', '')}`, 'CUR*BY*USD', ...lines, `CTT*${items.length}`]
}

export interface SoldItem {
  buyer_sku: string
  units: number
  on_hand: number
}

/** The 852 of one store: units sold and held, from the first day to the last. */
export const sellOut852 = (first: string, last: string, store: string, items: readonly SoldItem[]): Segments => [
  '852',
  `XQ*H*${first.replaceAll('-', '')}*${last.replaceAll('-', '')}`,
  `N1*ST*Store ${store}*92*${store}`,
  ...items.flatMap(({ buyer_sku, units, on_hand }, i) => [
    `LIN*${i + 1}*SK*${buyer_sku}`,
    `ZA*QS*${units}`,
    `ZA*QA*${on_hand}`,
  ]),
  `CTT*${items.length}`,
]

/** Acknowledges one document of a group: accepted, or rejected with a fault in one of its segments. */
export const acknowledgement997 = (of: {
  group: string
  control: string
  type: string
  set: string
  rejected: boolean
}) => [
  '997',
  `AK1*${of.group}*${of.control}`,
  `AK2*${of.type}*${of.set}`,
  ...(of.rejected ? ['AK3*PO1*5**8', 'AK4*2*330*1', 'AK5*R*5'] : ['AK5*A']),
  of.rejected ? 'AK9*R*1*1*0' : 'AK9*A*1*1*1',
]

/** Cut off in the middle of a set, as by a lost connection. */
export const truncated = (text: string): string => text.slice(0, text.indexOf('PO1') + 12)

/** With a wrong number of segments in the first SE. */
export const miscounted = (text: string): string =>
  text.replace(/SE\*(\d+)\*/, (_, count: string) => `SE*${Number(count) + 3}*`)

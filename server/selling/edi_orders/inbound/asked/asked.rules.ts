/** What a change asks for, in words by which a person decides on it. Pure. */
import { counted } from '../../../../contract/outcome.ts'
import type { PurchaseOrderChange860 } from '../../../../edi/documents/purchase_order_change_860.ts'
import type { StoredLine } from '../../edi_order.store.ts'
import type { LineAfter } from '../change.rules.ts'
import { plain } from '../duplicate.rules.ts'
import { namesOf } from '../find_item.rules.ts'
import type { BuyerLine } from '../read_lines.rules.ts'
import { dateNames } from '../replacement.rules.ts'
import { allowancesText, isSamePrice } from './words.rules.ts'

const namedMax = 10

const priceText = ({ unit_price, price_basis }: BuyerLine) =>
  unit_price === null ? 'no price' : `${unit_price}${price_basis === undefined ? '' : ` (${price_basis})`}`

const doorsText = ({ doors }: BuyerLine) =>
  doors.length === 0
    ? 'none'
    : doors.map(({ door_reference, quantity }) => `${quantity} for ${door_reference}`).join(', ')

const daysText = ({ ship_on, deliver_on, schedule = [] }: BuyerLine) => {
  const days = [
    ...(ship_on === undefined ? [] : [`ship on ${ship_on}`]),
    ...(deliver_on === null ? [] : [`deliver on ${deliver_on}`]),
    ...schedule.map(({ quantity, kind, day }) => `${quantity} to ${kind === 'ship_on' ? 'ship' : 'deliver'} on ${day}`),
  ]
  return days.length === 0 ? 'no day of its own' : days.join(', ')
}

/** What is another than before. */
function differences(before: BuyerLine, after: BuyerLine, isReplaced: boolean, currency: string): string[] {
  const isSameQuantity = before.quantity === after.quantity && before.unit === after.unit
  const [was, is] = [
    [daysText(before), doorsText(before)],
    [daysText(after), doorsText(after)],
  ] as const
  return [
    ...(isSameQuantity
      ? []
      : [
          `${after.quantity} ${after.unit} instead of ${before.quantity}${before.unit === after.unit ? '' : ` ${before.unit}`}`,
        ]),
    ...(isSamePrice(before, after) ? [] : [`at ${priceText(after)} instead of ${priceText(before)}`]),
    ...(was[0] === is[0] ? [] : [`${is[0]} instead of ${was[0]}`]),
    ...(was[1] === is[1] ? [] : [`doors: ${is[1]} instead of ${was[1]}`]),
    ...(plain(before.pack) === plain(after.pack) ? [] : ['another pack (PO4)']),
    ...(isReplaced && plain(before.allowances) !== plain(after.allowances)
      ? [`${allowancesText(after.allowances, currency)} instead of ${allowancesText(before.allowances, currency)}`]
      : []),
  ]
}

function askedOfLine({ position, change, line }: LineAfter, before: BuyerLine | undefined, currency: string): string[] {
  const name = `line ${line.line_reference ?? position}`
  if (before === undefined || change === 'added')
    return [`${name} is added: ${line.quantity} ${line.unit} of ${namesOf(line)} at ${priceText(line)}`]
  if (line.quantity === 0)
    return before.quantity === 0
      ? []
      : [`${name} is taken off, ${before.quantity} ${before.unit} of ${namesOf(before)}`]
  const all = differences(before, line, change === 'replaced', currency)
  return all.length === 0 ? [] : [`${name}: ${all.join(', ')}`]
}

const daysOf = (ordered: Stated, change: Stated): string[] =>
  (Object.keys(dateNames) as (keyof typeof dateNames)[]).flatMap((name) => {
    const [was, is] = [ordered[name] ?? null, change[name] ?? null]
    return is === null || is === was ? [] : [`${dateNames[name]} ${is} instead of ${was ?? 'none'}`]
  })

type Stated = Pick<PurchaseOrderChange860, keyof typeof dateNames>

/** Days, quantities, prices, days of lines and doors that the change asks for, with what was ordered. */
export function askedOf(
  ordered: { header: Stated; lines: readonly StoredLine[] },
  change: Stated & Pick<PurchaseOrderChange860, 'purpose' | 'notes'>,
  changed: readonly LineAfter[],
  currency: string,
): string {
  if (change.purpose === 'cancellation') return 'It cancels the whole order.'
  const before = new Map(ordered.lines.map(({ position, line }) => [position, line]))
  const lines = changed.flatMap((after) => askedOfLine(after, before.get(after.position), currency))
  const more = lines.length > namedMax ? [counted(lines.length - namedMax, 'more line')] : []
  const wishes = [
    ...daysOf(ordered.header, change),
    ...lines.slice(0, namedMax),
    ...more,
    ...(change.notes === null ? [] : [`its text “${change.notes.slice(0, 200)}”`]),
  ]
  return wishes.length === 0 ? 'It asks for nothing that it can change.' : `It asks for ${wishes.join('; ')}.`
}

/** An order of a file as it will be written: its records found, its days known. Pure. */
import { uuidv7 } from 'uuidv7'
import { isBefore } from '../../calendar/instants.ts'
import { dayInTimeZone } from '../../calendar/time_zone.ts'
import { recordFault } from '../../imports/record_fault.ts'
import type { RecordFault } from '../../imports/record_diff.ts'
import type { ChannelDay } from '../sales_facts/channel_days.ts'
import type {
  ImportOptions,
  LineWithoutGoods,
  NewPlaceholders,
  PlaceholderWrite,
  ResolvedLine,
} from './matching/matching.model.ts'
import { resolveLines } from './matching/resolve_lines.rules.ts'
import { assumedRefundDay } from './progress/progress.rules.ts'
import type { Names, OrderFacts } from './order_facts.store.ts'
import { type OrderRecord, outstandingOf } from './reading/order_record.ts'

export interface OrderWrite {
  record: OrderRecord
  order_id: string
  is_wholesale: boolean
  trading_partner_id: string | null
  payment_terms: string | null
  sales_channel_id: string
  /** null only where nothing shipped and nothing is outstanding. */
  location_id: string | null
  ordered_on: string
  refunded_on: string
  /** It came back, and was refunded, before the cut-over. */
  is_refund_historical: boolean
  lines: readonly ResolvedLine[]
  /** Lines that are no goods, and not in sales. */
  lines_without_goods: readonly LineWithoutGoods[]
  /** Placeholders of the lines, which are written before the order where they are new. */
  placeholders: readonly PlaceholderWrite[]
  cut_over: string
  time_zone: string
  currency: string
  /** What can be paid back of an order that is known; null for a new one, of which nothing was. */
  refundable_cents: number | null
}

interface Finding {
  field: 'channel' | 'location' | 'account'
  noun: string
  names: Names
}

/** The id of what the file, or else the option, names; undefined where neither names anything. */
function findNamed({ field, noun, names }: Finding, text: string | null, faults: RecordFault[]): string | undefined {
  if (text === null) return undefined
  const id = names.get(text.trim().toLowerCase())
  if (id != null) return id
  const rule = id === null ? `is the name of several ${noun}s; use the id` : `must be a ${noun} of this organisation`
  faults.push(recordFault(field, rule, text))
  return undefined
}

function findChannel(
  record: OrderRecord,
  account: string | null,
  options: ImportOptions,
  facts: OrderFacts,
  faults: RecordFault[],
) {
  const finding: Finding = { field: 'channel', noun: 'sales channel', names: facts.channelNames }
  const text = record.channel ?? options.channel
  const named = findNamed(finding, text, faults)
  const fits = (owner: string | null) => owner === null || owner === account
  if (text !== null) {
    const channel = facts.channels.find(({ id }) => id === named)
    if (channel !== undefined && !fits(channel.trading_partner_id))
      faults.push(recordFault('channel', 'is the channel of another account', text))
    return named
  }
  const active = facts.channels.filter(({ is_active }) => is_active)
  const own = active.filter(({ trading_partner_id }) => trading_partner_id === account)
  // As for orders of the API: where the account has no channel of its own, only a wholesale one fits.
  const open = active.filter(
    ({ trading_partner_id, channel_type }) =>
      trading_partner_id === null && (account === null || channel_type === 'wholesale'),
  )
  const [only, other] = own.length > 0 ? own : open
  if (only === undefined || other !== undefined)
    faults.push(
      recordFault(
        'channel',
        'is required, since the organisation has no single channel that fits; the option channel serves a whole file',
        null,
      ),
    )
  return only?.id
}

export function findLocation(record: OrderRecord, options: ImportOptions, facts: OrderFacts, faults: RecordFault[]) {
  const finding: Finding = { field: 'location', noun: 'location', names: facts.locationNames }
  const text = record.location ?? options.location
  const isOpen = record.lines.some((line) => outstandingOf(line) > 0)
  if (text !== null) {
    const named = findNamed(finding, text, faults)
    const location = facts.locations.find(({ id }) => id === named)
    if (isOpen && location?.is_active === false)
      faults.push(recordFault('location', 'is a location that is not in use', text))
    return named
  }
  const [only, other] = facts.locations.filter(({ is_active }) => is_active)
  if (only === undefined || other !== undefined)
    faults.push(
      recordFault(
        'location',
        'is required, since the organisation has no single location in use; the option location serves a whole file',
        null,
      ),
    )
  return only?.id
}

export function checkTimes(record: OrderRecord, cut_over: string, now: string, faults: RecordFault[]): void {
  const notAfter = (field: string, at: string | null) => {
    if (at !== null && isBefore(now, at)) faults.push(recordFault(field, 'must not be in the future', at))
  }
  notAfter('cut_over', cut_over)
  notAfter('ordered_at', record.ordered_at)
  notAfter('cancelled_at', record.cancelled_at)
  for (const at of new Set(record.lines.flatMap((line) => line.shipped.map(({ shipped_at }) => shipped_at))))
    notAfter('shipped_at', at)
  if (record.refund !== null || record.lines.some(({ returned_quantity }) => returned_quantity > 0))
    notAfter('refunded_at', record.refunded_at)
}

export interface Resolving {
  options: ImportOptions
  now: string
  currency: string
}

export function resolveOrder(
  stated: OrderRecord,
  { options, now, currency }: Resolving,
  facts: OrderFacts,
  placeholders: NewPlaceholders = new Map(),
): { faults: RecordFault[] } | { write: OrderWrite; notes: readonly RecordFault[] } {
  const faults: RecordFault[] = []
  const { time_zone } = facts
  const isHistory = isBefore(stated.ordered_at, options.cut_over)
  const { record, lines, others, notes, writes } = resolveLines(
    stated,
    { options, isHistory, isWholesale: stated.account !== null, currency },
    facts.goods,
    placeholders,
    faults,
  )
  if (record.currency !== null && record.currency.toUpperCase() !== currency)
    faults.push(recordFault('currency', "must be the organisation's currency", record.currency, [currency]))
  const accountId = findNamed(
    { field: 'account', noun: 'trading account', names: facts.accountNames },
    record.account,
    faults,
  )
  const account = accountId === undefined ? null : facts.accounts.get(accountId)!
  const sales_channel_id = findChannel(record, account?.id ?? null, options, facts, faults)
  const location_id = findLocation(record, options, facts, faults)
  checkTimes(record, options.cut_over, now, faults)
  if (account?.is_archived === true && lines.some((line) => outstandingOf(line) > 0))
    faults.push(recordFault('account', 'is an archived account, whose order is still to ship', record.account))
  if (faults.length > 0) return { faults }
  return {
    notes: [...notes, ...assumedRefundDay(record, time_zone)],
    write: {
      record,
      order_id: uuidv7(),
      is_wholesale: account !== null,
      trading_partner_id: account?.id ?? null,
      payment_terms: account?.payment_terms ?? null,
      sales_channel_id: sales_channel_id!,
      location_id: location_id ?? null,
      ordered_on: dayInTimeZone(time_zone, record.ordered_at),
      refunded_on: dayInTimeZone(time_zone, record.refunded_at),
      is_refund_historical: isBefore(record.refunded_at, options.cut_over),
      lines,
      lines_without_goods: others,
      placeholders: writes,
      cut_over: options.cut_over,
      time_zone,
      currency,
      refundable_cents: null,
    },
  }
}

/** The days on which an order counts, each with the field that names it. */
export function countedDays(write: OrderWrite): (ChannelDay & { field: string })[] {
  const { record, sales_channel_id, is_wholesale, time_zone } = write
  const days: (ChannelDay & { field: string })[] = []
  const isKept = write.lines.some((line) => line.quantity > line.cancelled_quantity)
  if (!is_wholesale && isKept) days.push({ day: write.ordered_on, sales_channel_id, field: 'ordered_at' })
  if (is_wholesale)
    for (const { shipped_at } of write.lines.flatMap(({ shipped }) => shipped))
      days.push({ day: dayInTimeZone(time_zone, shipped_at), sales_channel_id, field: 'shipped_at' })
  if (record.refund !== null || write.lines.some(({ returned_quantity }) => returned_quantity > 0))
    days.push({ day: write.refunded_on, sales_channel_id, field: 'refunded_at' })
  return days
}

/** The timeline of an order, from what is on record about it. Pure. */
import { counted } from '../../contract/outcome.ts'
import type { OrderTimelineKind } from '../known_values.ts'
import type { FieldChange } from './change.rules.ts'
import type { OnRecord } from './timeline.store.ts'

export interface Entry {
  kind: OrderTimelineKind
  at: string
  /** null if it was not recorded. */
  by: string | null
  sentence: string
  /** Why, as a person stated it. */
  reason: string | null
  /** Id of the shipment, the request, the invoice or the other order. */
  document_id: string | null
  changes: FieldChange[]
}

type Stated = Pick<Entry, 'kind' | 'at' | 'by' | 'sentence'> & Partial<Entry>
const entry = (stated: Stated): Entry => ({ reason: null, document_id: null, changes: [], ...stated })

const changeWords = {
  confirmed: 'Confirmed',
  changed: 'Changed',
  allocated: 'Stock was held',
  unallocated: 'Stock was given back',
  cancelled: 'Cancelled',
} as const

/** Units of lines that a field went up by. */
function raised(changes: readonly FieldChange[], field: string): number {
  const of = changes.filter((one) => one.field === field)
  return of.reduce((sum, one) => sum + Number(one.value ?? 0) - Number(one.previous_value ?? 0), 0)
}

function changeSentence({ kind, changes }: OnRecord['changes'][number]): string {
  const held = raised(changes, 'allocated_quantity')
  if (kind === 'allocated') return `${counted(held, 'unit')} held.`
  if (kind === 'unallocated') return `${counted(-held, 'unit')} given back.`
  if (kind === 'cancelled') return `${counted(raised(changes, 'cancelled_quantity'), 'unit')} cancelled.`
  return `${changeWords[kind]}.`
}

function* ofOrder({ order, changes }: OnRecord): Generator<Entry> {
  yield entry({ kind: 'created', at: order.created_at, by: order.created_by, sentence: `Created (${order.origin}).` })
  // Of orders that changed before changes were recorded, the order itself has these.
  const isRecorded = (kind: string) => changes.some((one) => one.kind === kind)
  if (order.confirmed_at !== null && !isRecorded('confirmed'))
    yield entry({ kind: 'confirmed', at: order.confirmed_at, by: order.confirmed_by, sentence: 'Confirmed.' })
  if (order.cancelled_at !== null && !isRecorded('cancelled'))
    yield entry({
      kind: 'cancelled',
      at: order.cancelled_at,
      by: null,
      sentence: 'Cancelled.',
      reason: order.cancel_reason,
    })
}

const reasonIn = (changes: readonly FieldChange[]): string | null =>
  changes.find(({ field }) => field === 'cancel_reason')?.value ?? null

const ofChanges = ({ changes }: OnRecord): Entry[] =>
  changes.map((one) =>
    entry({
      kind: one.kind,
      at: one.changed_at,
      by: one.changed_by,
      sentence: changeSentence(one),
      reason: reasonIn(one.changes),
      changes: one.changes,
    }),
  )

function* ofHolds({ holds }: OnRecord): Generator<Entry> {
  for (const { reason, note, held_at, held_by, released_at, released_by, release_note } of holds) {
    yield entry({ kind: 'held', at: held_at, by: held_by, sentence: `Put on hold (${reason}).`, reason: note })
    if (released_at !== null)
      yield entry({
        kind: 'hold_released',
        at: released_at,
        by: released_by,
        sentence: `The hold (${reason}) was released.`,
        reason: release_note,
      })
  }
}

const unitsOf = (lines: readonly object[]): number =>
  lines.reduce((sum, line) => sum + Number((line as { quantity: number }).quantity), 0)

function* ofShipments({ shipments, voided }: OnRecord): Generator<Entry> {
  const sentenceOf = (name: string, units: number) => `${counted(units, 'unit')} shipped (${name}).`
  for (const { fulfilment_id, name, recorded_at: at, recorded_by: by, units } of shipments)
    yield entry({ kind: 'shipped', at, by, sentence: sentenceOf(name, units), document_id: fulfilment_id })
  for (const { fulfilment_id: document_id, name, lines, ...one } of voided) {
    const { recorded_at, recorded_by, voided_at, voided_by, void_reason, replaced_by } = one
    const sentence = sentenceOf(name, unitsOf(lines))
    yield entry({ kind: 'shipped', at: recorded_at, by: recorded_by, sentence, document_id })
    const isCorrected = replaced_by !== null
    yield entry({
      kind: isCorrected ? 'shipment_corrected' : 'shipment_voided',
      at: voided_at,
      by: voided_by,
      sentence: `Shipment ${name} was ${isCorrected ? 'corrected' : 'voided'}.`,
      reason: void_reason,
      document_id: replaced_by ?? document_id,
    })
  }
}

function* ofRequests({ requests }: OnRecord): Generator<Entry> {
  for (const { request_id: document_id, warehouse, status, ...one } of requests) {
    const sentence = `${warehouse} was asked to ship.`
    yield entry({ kind: 'released', at: one.created_at, by: one.created_by, sentence, document_id })
    if (status === 'requested') continue
    const hasShipped = status === 'completed'
    yield entry({
      kind: 'request_ended',
      at: one.completed_at ?? one.updated_at,
      by: null,
      sentence: hasShipped ? `${warehouse} reported all that it ships.` : `${warehouse} was told not to ship.`,
      document_id,
    })
  }
}

function* ofInvoices({ invoiced }: OnRecord): Generator<Entry> {
  for (const { invoice_id, name, issued_at, created_by, voided_at, voided_by, void_reason } of invoiced) {
    const document_id = String(invoice_id)
    yield entry({ kind: 'invoiced', at: issued_at, by: created_by, sentence: `Invoice ${name} issued.`, document_id })
    if (voided_at === null) continue
    const sentence = `Invoice ${name} was voided.`
    yield entry({
      kind: 'invoice_voided',
      at: voided_at,
      by: voided_by,
      sentence,
      reason: void_reason,
      document_id,
    })
  }
}

const linkWords = {
  split_from: 'Split off from',
  merged_from: 'Merged with the lines of',
  duplicate_of: 'Duplicates',
  split_into: 'Part of it went to',
  merged_into: 'Merged into',
  duplicated_as: 'Duplicated as',
} as const
const otherSide = { split_from: 'split_into', merged_from: 'merged_into', duplicate_of: 'duplicated_as' } as const

const ofLinks = ({ order_id, links }: OnRecord): Entry[] =>
  links.map(({ kind: stored, from_order_id, order_id: document_id, name, created_at: at, created_by: by }) => {
    const kind = from_order_id === order_id ? otherSide[stored] : stored
    return entry({ kind, at, by, sentence: `${linkWords[kind]} ${name}.`, document_id })
  })

/** Oldest first; what happened in one write is in the order: order, other orders, holds, requests, shipments, invoices. */
export const timelineOf = (record: OnRecord): Entry[] =>
  [
    ...ofOrder(record),
    ...ofLinks(record),
    ...ofHolds(record),
    ...ofChanges(record).toReversed(),
    ...ofRequests(record),
    ...ofShipments(record),
    ...ofInvoices(record),
  ].toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at))

/** Applies a buyer's change to its order: all of it to a draft, what is still possible to one that is confirmed. */
import { requestAgain } from '../../warehouse_requests/request_again.ts'
import { lockRequests } from '../../warehouse_requests/requests.store.ts'
import { differenceOf } from '../../../contract/difference.ts'
import { refuse } from '../../../contract/refusals.ts'
import type { Sql } from '../../../contract/sql.ts'
import type { PurchaseOrderChange860 } from '../../../edi/documents/purchase_order_change_860.ts'
import type { OrderHeader } from '../../../edi/documents/record.ts'
import { openExceptions, resolveExceptions } from '../../../exceptions/open.ts'
import type { WriteContext } from '../../../imports/record_diff.ts'
import { reserveAvailable } from '../../../ledger/reserve.ts'
import { addLines } from '../../orders/added_lines.ts'
import { waits } from '../../orders/allocation/allocation_horizon.ts'
import {
  allocateLines,
  releaseOf,
  resolveShortages,
  settleShortages,
  sumHolds,
} from '../../orders/allocation/allocation.ts'
import type { NewLine } from '../../orders/creation/creation.store.ts'
import { checkShipWindow, checkTotal } from '../../orders/creation/creation.rules.ts'
import { type LockedLine, type LockedOrder, saveOrders } from '../../orders/locked_order.store.ts'
import { mayHoldMore, moneyFor } from '../../orders/rules.ts'
import { orderSubject } from '../../orders/order.store.ts'
import { isPrepack } from '../units.rules.ts'
import { impossibleDays, notesAfter, saysTheSame } from './days_and_texts.rules.ts'
import { otherItem } from './find_item.rules.ts'
import type { BuyerLine, LinePart, Reading } from './read_lines.rules.ts'
import { allowanceNotes, headerNotes } from './asked/header_notes.rules.ts'
import { lessElsewhere, type LineAfter, reconcile } from './change.rules.ts'
import { headerAfter, type HeaderAfter, lineReplacementNotes, replacementNotes } from './replacement.rules.ts'
import { type BuyerWords, resettled, wordsOnceAnswered } from './allowances/resettle.rules.ts'
import type { Problem } from '../../../edi/understood/walk.ts'
import { type EdiOrder, saveEdiHeader, saveEdiLines } from '../edi_order.store.ts'
import {
  checkLines,
  datesOf,
  exceptionsOf,
  linesOf,
  type BuyingAccount,
  readBuyer,
  readingOf,
  type Note,
  notesOfProblems,
  type ReadOrderLine,
  shipDayOf,
  toOrderLine,
} from './order_lines.ts'
import { refusedLine } from './asked/refused_lines.rules.ts'
import { type Changed, totalNotes } from './asked/total_notes.rules.ts'
import { leftNotes, numberNotes } from './asked/line_notes.rules.ts'

interface ResolvedChange {
  /** The buyer's words from now on. */
  words: BuyerWords
  header: HeaderAfter
  /** About its days and its text. */
  notes: Note[]
  after: LockedOrder
  fresh: NewLine[]
  read: ReadOrderLine[]
  applied: AppliedLine[]
}

/** Units of a line that can no longer be taken off the order. */
const keptUnits = ({ fulfilled_quantity, over_shipped_quantity }: LockedLine) =>
  fulfilled_quantity - over_shipped_quantity

/** The line with the quantity that the buyer now wants, but at least what has shipped. */
function changedLine(
  line: LockedLine,
  quantity: number,
  part: ReadOrderLine['parts'][number] | null,
  currency: string,
): LockedLine {
  const remainingQuantity = Math.max(quantity, keptUnits(line))
  const agreed = remainingQuantity + line.cancelled_quantity
  const isRepriced = part !== null && line.fulfilled_quantity === 0
  // Taking the change agrees to units of a line that was rejected before.
  const isTaken = line.verdict === 'rejected' && agreed > 0
  return {
    ...line,
    quantity: agreed,
    allocated_quantity: Math.min(line.allocated_quantity, remainingQuantity - keptUnits(line)),
    ...moneyFor(line, agreed, currency),
    requested_unit_price_cents: part?.requested_unit_price_cents ?? line.requested_unit_price_cents,
    ...(isTaken ? { verdict: 'accepted' as const, verdict_reason: null } : {}),
    ...(isRepriced && part.unit_price_cents !== null ? { unit_price_cents: part.unit_price_cents } : {}),
  }
}

/** Refuses a change that names another item than the line that it changes. */
function checkItems(changed: readonly LineAfter[], lines: readonly LockedLine[], { items }: Reading): void {
  for (const { position, line, named } of changed) {
    const mine = lines.filter(({ edi_position }) => edi_position === position)
    const other = named === undefined || isPrepack(line) ? null : otherItem(line, named, mine, items)
    if (other !== null)
      refuse('conflict', { desc: `Line ${line.line_reference ?? position} is contradicted: ${other}.` })
  }
}

/** Days of the order as a whole that the change sets; what a replacement no longer states goes, unless the order was split. */
function datesAfter(
  before: LockedOrder,
  ordered: OrderHeader,
  change: Omit<PurchaseOrderChange860, 'lines'>,
  { transit_days, isSplit }: { transit_days: number; isSplit: boolean },
): Partial<LockedOrder> {
  const was = datesOf(ordered, transit_days)
  const isWhole = change.purpose === 'replacement' && !isSplit
  const sent = Object.entries(datesOf(change, transit_days)).filter(
    ([name, on]) => on !== null || (isWhole && was[name as keyof typeof was] !== null),
  )
  return differenceOf(before, Object.fromEntries(sent)) as Partial<LockedOrder>
}

/** Of a line that is changed, the allowances stay; one that is new or replaced states them. */
const withKept = ({ change, line }: LineAfter, before: BuyerLine | undefined): BuyerLine =>
  change === 'added' || change === 'replaced' || before === undefined || line.allowances === before.allowances
    ? line
    : { ...line, allowances: before.allowances }

const isDatedLine = (line: BuyerLine | undefined) =>
  line !== undefined && (line.deliver_on !== null || line.ship_on !== undefined || line.schedule !== undefined)

interface NextHeader {
  header: HeaderAfter
  /** The words by which places are read. */
  places: OrderHeader
  next: LockedOrder
  isMoved: boolean
  said: ReturnType<typeof notesAfter>
}

/** The order as a whole after the change, before its lines. */
function nextHeader(
  before: LockedOrder,
  ordered: OrderHeader,
  change: Omit<PurchaseOrderChange860, 'lines'>,
  { account, part }: { account: BuyingAccount; part: Part | undefined },
): NextHeader {
  const header = headerAfter(ordered, part?.whole ?? change)
  const places = part === undefined ? header.header : ordered
  const dates = datesAfter(before, ordered, change, {
    transit_days: account.transit_days,
    isSplit: part !== undefined,
  })
  const next: LockedOrder = { ...before, ...dates }
  const isMoved = Object.keys(dates).length > 0
  if (isMoved) checkShipWindow(next)
  const said = notesAfter(before.notes, part?.isFirst === false ? null : change.notes)
  if (said !== null) next.notes = said.notes
  if (places.terms === null && ordered.terms !== null) next.terms = account.payment_terms
  if (places.ship_to === null && ordered.ship_to !== null) next.door_reference = null
  return { header, places, next, isMoved, said }
}

/** Days on which changed lines cannot ship, and any line where the change moves the days of the order. */
function daysAfter(
  order: LockedOrder,
  lines: readonly (LockedLine | NewLine)[],
  { read, isMoved }: { read: readonly ReadOrderLine[]; isMoved: boolean },
): Note[] {
  if (isMoved) return impossibleDays(order, lines)
  const positions = new Set<number | null>(read.map(({ position }) => position))
  const changed = lines.filter(({ edi_position = null }) => positions.has(edi_position))
  return impossibleDays({ ...order, requested_ship_date: null }, changed)
}

async function resolveChange(
  sql: Sql,
  { organization_id, currency: cost_currency }: WriteContext,
  before: LockedOrder,
  edi: EdiOrder,
  changed: readonly LineAfter[],
  { lines: _lines, ...header }: PurchaseOrderChange860,
  part: Part | undefined,
): Promise<ResolvedChange> {
  const { elsewhere = [] } = part ?? {}
  const isDraft = before.lifecycle === 'draft'
  const account = await readBuyer(sql, organization_id, before.trading_partner_id!)
  const { currency, ordered_on: day } = before
  const bought = changed.flatMap(({ line, named }) => (named === undefined ? [line] : [line, { ...line, ...named }]))
  const { places, next, isMoved, said, header: headerNow } = nextHeader(before, edi.header, header, { account, part })
  const reading = await readingOf(sql, organization_id, account, { lines: bought, currency, day, header: places })
  checkItems(changed, [...before.lines, ...elsewhere], reading)
  const { transit_days } = account
  const facts = { currency, cost_currency, transit_days, requested_ship_date: next.requested_ship_date }
  let number = Math.max(0, ...before.lines.map(({ line_number }) => line_number)) + 1
  const [applied, updates, fresh]: [ResolvedChange['applied'], Map<string, LockedLine>, NewLine[]] = [[], new Map(), []]
  const read: ReadOrderLine[] = []
  const known = new Map(edi.lines.map((one) => [one.position, one]))
  for (const after of changed) {
    const was = known.get(after.position)?.line
    const stated = withKept(after, was)
    const line: ReadOrderLine =
      stated.quantity === 0
        ? { position: after.position, line: stated, fault: null, parts: [], notes: [] }
        : toOrderLine(stated, after.position, reading)
    const mine = before.lines.filter(({ edi_position }) => edi_position === after.position)
    // A confirmed order takes no line that is unknown or whose price is open: the acknowledgement rejects it.
    const why = isDraft ? null : refusedLine(line, was, mine)
    applied.push({ after, why })
    if (why !== null) continue
    read.push(line)
    const dayOf = (part: LinePart | null) => {
      const ship_on = shipDayOf(after.line, transit_days, part)
      return ship_on === facts.requested_ship_date ? null : ship_on
    }
    const others = elsewhere.filter(({ edi_position }) => edi_position === after.position)
    const { requested, fresh: parts } = reconcile(mine, lessElsewhere(line.parts, others, dayOf), dayOf)
    for (const { line: one, quantity, part } of requested) {
      const repriced = changedLine(one, quantity, part, currency)
      const open = isDraft && part !== null ? { unit_price_cents: part.unit_price_cents } : {}
      const isDated = shipDayOf(after.line, transit_days, part) !== null
      const isUndated = after.change === 'replaced' && isDatedLine(was)
      const on = isDated ? dayOf(part) : isUndated ? null : one.requested_ship_date
      updates.set(one.line_id, { ...repriced, ...open, requested_ship_date: on })
    }
    const added = linesOf({ ...line, parts }, facts, number)
    number += added.length
    fresh.push(...added)
  }
  const lines = before.lines.map((line) => updates.get(line.line_id) ?? line)
  checkLines(lines.length + fresh.length)
  checkTotal([...lines, ...fresh])
  for (const { position, line, fault } of read) known.set(position, { position, line, fault })
  const lined = [...known.values()].toSorted((one, other) => one.position - other.position)
  const words = { allowances: headerNow.header.allowances ?? [], lines: lined }
  const days = daysAfter(next, [...lines, ...fresh], { read, isMoved })
  const ofLines = [...leftNotes(changed, [...before.lines, ...elsewhere]), ...numberNotes(changed, reading.items)]
  const notes = [...(said === null ? [] : [said.note]), ...days, ...ofLines]
  return { words, header: headerNow, notes, after: { ...next, lines }, fresh, read, applied }
}

/** Releases what the change takes off the lines. */
const releasedBy = (before: LockedOrder, after: LockedOrder) =>
  sumHolds(
    before.lines.flatMap((line, i) => releaseOf(line, line.allocated_quantity - after.lines[i]!.allocated_quantity)),
  )

const unheld = (line: LockedLine): LockedLine => (line.allocated_quantity === 0 ? { ...line, location_id: null } : line)

export interface AppliedLine {
  after: LineAfter
  /** Why it is rejected; null if it is applied. */
  why: string | null
}

export interface AppliedChange {
  order: LockedOrder
  lines: readonly AppliedLine[]
}

/** Where the buyer's order was split: what the other orders have of it. */
interface Part {
  /** The change with its days, of which those of all parts are no day of one. */
  whole: PurchaseOrderChange860
  elsewhere: readonly LockedLine[]
  /** Whether what the change says about the order as a whole is reported on this one. */
  isFirst: boolean
}

/** Opens what the total of a change says otherwise than the lines of all orders into which the order was split. */
export const openTotalNotes = (
  sql: Sql,
  { organization_id, now }: WriteContext,
  { order_id, currency }: LockedOrder,
  { number }: EdiOrder,
  change: PurchaseOrderChange860,
  changed: Changed,
) =>
  openExceptions(sql, organization_id, now, exceptionsOf({ order_id, number }, totalNotes(change, changed, currency)))

/** Resolves what the change answers: no price is open any more, or every line has its item. */
async function settleAnswered(
  sql: Sql,
  { organization_id, now, actor: resolved_by }: WriteContext,
  { order_id, lines }: LockedOrder,
  words: BuyerWords,
): Promise<void> {
  const isPriced = lines.every(({ quantity, unit_price_cents }) => quantity === 0 || unit_price_cents !== null)
  const isKnown = words.lines.every(({ fault }) => fault === null)
  const kinds = [
    ...(isPriced ? (['price_mismatch'] as const) : []),
    ...(isKnown ? (['unknown_sku', 'identifiers_disagree'] as const) : []),
  ]
  const subject = { type: orderSubject, id: order_id }
  for (const kind of kinds)
    await resolveExceptions(sql, organization_id, now, { kind, subject, resolution: 'changed', resolved_by })
}

/** Checks everything before it writes, so that a refusal leaves nothing half done. */
export async function applyChange(
  sql: Sql,
  context: WriteContext,
  before: LockedOrder,
  edi: EdiOrder,
  changed: readonly LineAfter[],
  change: PurchaseOrderChange860,
  problems: readonly Problem[],
  part?: Part,
): Promise<AppliedChange & { read: readonly ReadOrderLine[] }> {
  const { organization_id, now, actor: resolved_by } = context
  const { order_id } = before
  const open = before.lifecycle === 'draft' ? [] : await lockRequests(sql, organization_id, order_id)
  const resolved = await resolveChange(sql, context, before, edi, changed, change, part)
  await reserveAvailable(sql, organization_id, releasedBy(before, resolved.after))
  await saveEdiLines(
    sql,
    organization_id,
    order_id,
    resolved.read.map(({ position, line, fault }) => ({ position, line, fault })),
  )
  if (part === undefined) await saveEdiHeader(sql, organization_id, order_id, resolved.header.header)
  const added = await addLines(sql, organization_id, before, resolved.fresh)
  const scaled = { ...resolved.after, lines: [...resolved.after.lines.map(unheld), ...added] }
  const settled = resettled(before, scaled, {
    was: { allowances: edi.header.allowances ?? [], lines: wordsOnceAnswered(edi.lines, before.lifecycle) },
    is: { ...resolved.words, lines: wordsOnceAnswered(resolved.words.lines, before.lifecycle) },
    isSplit: part !== undefined,
  })
  const { notes: settledNotes = [], ...money } = settled ?? {}
  const whole = { ...scaled, ...money }
  const isDraft = before.lifecycle === 'draft'
  const isHeld = !isDraft && mayHoldMore(before) && !(await waits(sql, organization_id, whole))
  const [after] = isHeld ? await allocateLines(sql, organization_id, [whole]) : [whole]
  const saving = { organization_id, now, actor: resolved_by }
  const [saved] = await saveOrders(sql, saving, [{ before, after: after!, added }])
  const notes = [
    ...notesOfProblems(problems),
    ...resolved.notes.filter((note) => !saysTheSame(problems, note)),
    ...(part?.isFirst === false ? [] : headerNotes(edi.header, change, before)),
    ...(part?.isFirst === false ? [] : [...replacementNotes(resolved.header, part !== undefined), ...settledNotes]),
    ...lineReplacementNotes(changed),
    ...allowanceNotes(edi.lines, changed, before.currency),
    ...(part === undefined ? totalNotes(change, { ...resolved, orders: [saved!] }, before.currency) : []),
    ...resolved.read.flatMap((line) => line.notes),
  ]
  await settleAnswered(sql, context, saved!, resolved.words)
  await openExceptions(sql, organization_id, now, exceptionsOf({ order_id, number: edi.number }, notes))
  if (saved!.lifecycle !== 'draft') {
    const settle = isHeld ? settleShortages : resolveShortages
    await settle(sql, { organization_id, now, resolved_by }, [saved!])
  }
  await requestAgain(sql, context, open, saved!)
  return { order: saved!, lines: resolved.applied, read: resolved.read }
}

/** Lines of an order with their variants: matched, given a placeholder, or kept as lines without goods. Pure. */
import { uuidv7 } from 'uuidv7'
import { recordFault } from '../../../imports/record_fault.ts'
import type { RecordFault } from '../../../imports/record_diff.ts'
import { shareOf } from '../../../contract/money/shares.ts'
import { unknownVariant } from '../../../records/variant_names.rules.ts'
import { sellable } from '../../orders/creation/creation.rules.ts'
import { type LineRecord, type OrderRecord, outstandingOf, type RefundRecord } from '../reading/order_record.ts'
import type { OtherKind } from './line_kinds.rules.ts'
import type {
  LineChoices,
  LineWithoutGoods,
  NewPlaceholders,
  PlaceholderWrite,
  ResolvedLine,
} from './matching.model.ts'
import { type FoundGoods, type FoundVariant, type LineMatch, matchLine } from './match_line.rules.ts'
import { otherPlaceholderOf, type Placeholder, placeholderOf } from './placeholders.ts'

type LineReading =
  | { is: 'matched'; variant: FoundVariant; by: string }
  | { is: 'beside'; kind: OtherKind }
  | { is: 'placeholder'; placeholder: Placeholder; is_without_goods: boolean; several: readonly string[] | null }
  | { is: 'unknown'; match: LineMatch }

function readLine(line: LineRecord, { options, isHistory }: LineChoices, goods: FoundGoods): LineReading {
  const { other } = line
  const match = other?.is_stated === true ? null : matchLine(line, goods)
  if (match !== null && 'variant' in match) return { is: 'matched', ...match }
  if (other !== null && options.lines_without_goods === 'sales')
    return {
      is: 'placeholder',
      placeholder: otherPlaceholderOf(other.kind),
      is_without_goods: true,
      several: null,
    }
  if (other !== null) return { is: 'beside', kind: other.kind }
  const isMade = options.placeholders === 'all' || (options.placeholders !== 'refuse' && isHistory)
  // A SKU of ours that several variants share is one of them, and no other goods.
  if (!isMade || line.variant_id !== null || match?.by === 'sku') return { is: 'unknown', match }
  return {
    is: 'placeholder',
    placeholder: placeholderOf(line),
    is_without_goods: false,
    several: match === null ? null : match.several,
  }
}

/** Placeholders that an order needs and that are not in the catalogue yet. */
export const placeholdersNeeded = (record: OrderRecord, choices: LineChoices, goods: FoundGoods): Placeholder[] =>
  record.lines.flatMap((line) => {
    const reading = readLine(line, choices, goods)
    return reading.is === 'placeholder' && !goods.by_sku.has(reading.placeholder.sku) ? reading.placeholder : []
  })

const textOf = ({ variant_id, sku, barcode, product_name }: LineRecord) => variant_id ?? sku ?? barcode ?? product_name

const fieldOf = ({ variant_id, sku, barcode, product_name }: LineRecord) => {
  if (variant_id !== null) return 'variant_id'
  if (sku !== null) return 'sku'
  if (barcode !== null) return 'barcode'
  return product_name === null ? 'sku' : 'product_name'
}

function resolvedLine(
  line: LineRecord,
  variant: FoundVariant,
  is_without_goods: boolean,
  { isHistory, isWholesale }: LineChoices,
): ResolvedLine {
  return {
    ...line,
    line_id: uuidv7(),
    variant_id: variant.variant_id,
    sku: variant.sku,
    is_without_goods,
    returned_before: 0,
    // What a variant costs today says nothing of orders before the cut-over.
    unit_cost: line.unit_cost ?? (isHistory ? null : variant.unit_cost),
    // Compared with what consumers pay, every sale to an account would be a markdown.
    regular_unit_price_cents:
      line.regular_unit_price_cents ?? (isHistory || isWholesale ? null : sellable(variant.regular_price_cents)),
  }
}

const noun: Record<OtherKind, string> = {
  tip: 'a tip',
  gift_card: 'a gift card',
  fee: 'a fee',
  shipping: 'shipping',
  rental: 'a rental',
  custom: 'a custom item',
}

const severalRule = (several: readonly string[]) =>
  `names several variants: ${several.slice(0, 10).join(', ')}${several.length > 10 ? ', …' : ''}`

/** What a reading says beside the line, or why it is refused. */
function noteOf(line: LineRecord, reading: LineReading): RecordFault | null {
  const at = (field: string, rule: string): RecordFault => ({
    ...recordFault(field, rule, field === 'product_name' ? line.product_name : textOf(line)),
    row_number: line.row_number,
  })
  switch (reading.is) {
    case 'matched':
      if (reading.by !== 'product_name' && reading.by !== 'barcode') return null
      return at(fieldOf(line), `was matched by ${reading.by} with the variant ${reading.variant.sku}`)
    case 'beside':
      return at('product_name', `is ${noun[reading.kind]}: a line without goods, beside sales`)
    case 'placeholder': {
      const { placeholder, is_without_goods, several } = reading
      if (is_without_goods) return at('product_name', `is a line without goods, in the sales of ${placeholder.sku}`)
      const why = several === null ? 'is no variant of this organisation' : severalRule(several)
      return at(fieldOf(line), `${why}; the placeholder ${placeholder.sku} has its sales`)
    }
    case 'unknown': {
      const { match } = reading
      return at(fieldOf(line), match !== null && 'several' in match ? severalRule(match.several) : unknownVariant)
    }
  }
}

export interface ResolvedLines {
  /** With the money of the lines that are left. */
  record: OrderRecord
  lines: ResolvedLine[]
  others: LineWithoutGoods[]
  notes: RecordFault[]
  writes: PlaceholderWrite[]
}

export function resolveLines(
  record: OrderRecord,
  choices: LineChoices,
  goods: FoundGoods,
  placeholders: NewPlaceholders,
  faults: RecordFault[],
): ResolvedLines {
  const { options } = choices
  const readings = record.lines.map((line) => readLine(line, choices, goods))
  const beside = readings.map(({ is }) => is === 'beside')
  const { refund, refunded } = splitRefund(record.refund, beside)
  const notes: RecordFault[] = []
  const lines: ResolvedLine[] = []
  const others: LineWithoutGoods[] = []
  const writes: PlaceholderWrite[] = []
  for (const [i, line] of record.lines.entries()) {
    const reading = readings[i]!
    const note = noteOf(line, reading)
    if (reading.is === 'unknown') {
      const isLater = options.placeholders !== 'refuse' && line.variant_id === null && reading.match === null
      const rule = isLater ? `${note!.rule}; placeholders are made of orders before cut_over` : note!.rule
      faults.push({ ...note!, rule })
      continue
    }
    if (note !== null) notes.push(note)
    if (reading.is === 'beside') {
      others.push(withoutGoods(line, reading.kind, { refunded_cents: refunded[i]!, currency: choices.currency }))
      continue
    }
    const fresh = reading.is === 'placeholder' ? placeholders.get(reading.placeholder.sku) : undefined
    const variant = reading.is === 'matched' ? reading.variant : placeholderVariant(reading.placeholder, fresh, goods)
    if (fresh !== undefined) writes.push(fresh.write)
    if (variant.is_archived && outstandingOf(line) > 0)
      faults.push({
        ...recordFault(fieldOf(line), 'is an archived variant, of which units are still to ship', textOf(line)),
        row_number: line.row_number,
      })
    const isWithoutGoods = reading.is === 'placeholder' && reading.is_without_goods
    lines.push(resolvedLine(line, variant, isWithoutGoods, choices))
  }
  return { record: { ...record, lines, refund }, lines, others, notes, writes }
}

function placeholderVariant({ sku }: Placeholder, fresh: { variant_id: string } | undefined, goods: FoundGoods) {
  const stored = goods.by_sku.get(sku)
  return (
    stored ?? {
      variant_id: fresh?.variant_id ?? '',
      sku,
      is_archived: false,
      unit_cost: null,
      regular_price_cents: null,
    }
  )
}

const withoutGoods = (
  line: LineRecord,
  kind: OtherKind,
  { refunded_cents, currency }: { refunded_cents: number; currency: string },
): LineWithoutGoods => {
  const units = line.quantity - line.cancelled_quantity
  const share = (cents: number) => shareOf(cents, units, line.quantity, currency)
  return {
    kind,
    name: line.product_name ?? line.sku,
    quantity: units,
    amount_cents: share(line.unit_price_cents * line.quantity - line.discount_cents),
    tax_cents: share(line.tax_cents),
    refunded_cents,
  }
}

/** The part of a refund that is paid back for goods and shipping, and what is paid back for each line beside them. */
function splitRefund(refund: RefundRecord | null, beside: readonly boolean[]) {
  const paid = refund?.lines ?? beside.map(() => ({ amount_cents: 0, tax_cents: 0 }))
  const refunded = paid.map(({ amount_cents, tax_cents }, i) => (beside[i] === true ? amount_cents + tax_cents : 0))
  if (refund === null || !beside.includes(true)) return { refund, refunded }
  const rest = refund.amount_cents - refunded.reduce((sum, cents) => sum + cents, 0)
  const lines = refund.lines.filter((_, i) => beside[i] !== true)
  return { refund: rest === 0 ? null : { ...refund, amount_cents: rest, lines }, refunded }
}

/** The figures of a line: its quantity in single units, its price and its discount. What has two readings is not read. Pure. */
import type { DecimalMark } from '../../../../imports/known_values.ts'
import { type Column, type Header, unitsIn } from '../columns.rules.ts'
import type { Cell, ProblemCode, ReadLine } from '../reading.ts'
import { readCents, readPercent, readQuantity, readUnits } from '../values.rules.ts'

export interface Fault {
  code: ProblemCode
  /** In words that follow the line. */
  words: string
}

type Figures = Pick<
  ReadLine,
  'quantity' | 'unit_price_cents' | 'price_readings' | 'discount_cents' | 'amount_cents' | 'derived'
>

interface Stated {
  cells: ReadonlyMap<Column, Cell>
  headers: ReadonlyMap<Column, Header>
}

const shown = (text: string) => `“${text.slice(0, 40)}”`
const named = ({ cells, headers }: Stated, column: Column) => {
  const cell = cells.get(column)?.place.cell
  const at = cell == null ? '' : ` (${cell})`
  return `${shown(headers.get(column)?.text ?? column)}${at}`
}

/** The unit that the line, its quantity or the header names, as single units; null: a carton of unknown content. */
function factorOf(stated: Stated): { units: number; isPacked: boolean } | Fault {
  const { cells, headers } = stated
  const size = cells.has('pack_size') ? readUnits(cells.get('pack_size')!.text) : undefined
  const words = [
    cells.get('unit')?.text,
    cells.has('quantity') ? readQuantity(cells.get('quantity')!.text)?.unit : undefined,
    headers.get('quantity')?.unit,
    cells.has('packs') && !cells.has('quantity') ? 'ctn' : undefined,
  ].flatMap((word) => word ?? [])
  if (size === null) return { code: 'unit_unknown', words: `${named(stated, 'pack_size')} is no number of units.` }
  const factors = new Set(words.map((word) => unitsIn(word)))
  const unknown = words.find((word) => unitsIn(word) === undefined)
  if (unknown !== undefined) return { code: 'unit_unknown', words: `its unit ${shown(unknown)} is not understood.` }
  if (factors.size > 1)
    return { code: 'unit_unknown', words: `its units ${words.map(shown).join(' and ')} are not the same.` }
  const [factor = 1] = factors
  if (factor === null)
    return size === undefined || size < 1
      ? { code: 'unit_unknown', words: `it does not state how many units ${shown(words[0]!)} has.` }
      : { units: size!, isPacked: true }
  if (words.length > 0 || size === undefined || size === 1) return { units: factor!, isPacked: factor! > 1 }
  return packReading(stated, size)
}

/** A quantity without a unit beside a content of cartons has two readings, unless the row states the units itself. */
function packReading(stated: Stated, size: number): { units: number; isPacked: boolean } | Fault {
  const { cells } = stated
  const total = readUnits(cells.get('total_quantity')?.text ?? '')
  const quantity = readUnits(cells.get('quantity')?.text ?? '') ?? 0
  const packs = readUnits(cells.get('packs')?.text ?? '')
  if (packs !== null && packs * size === quantity) return { units: 1, isPacked: true }
  if (total !== null && total === quantity * size) return { units: size, isPacked: true }
  if (total !== null && total === quantity) return { units: 1, isPacked: true }
  const words = `${quantity} can be units or packs of ${size} by ${named(stated, 'pack_size')}.`
  return { code: 'quantity_ambiguous', words }
}

function quantityOf(stated: Stated, units: number): number | null | Fault {
  const { cells } = stated
  const counted = cells.get('quantity') ?? cells.get('packs')
  const ordered = counted === undefined ? null : (readQuantity(counted.text)?.count ?? null)
  if (ordered === null) return null
  const quantity = ordered * units
  const total = readUnits(cells.get('total_quantity')?.text ?? '')
  if (cells.has('total_quantity') && total !== quantity)
    return { code: 'columns_disagree', words: `it orders ${quantity} units, and ${named(stated, 'total_quantity')} is ${shown(cells.get('total_quantity')!.text)}.` }
  const packs = cells.has('quantity') ? cells.get('packs') : undefined
  const size = readUnits(cells.get('pack_size')?.text ?? '')
  if (packs !== undefined && (size === null || (readUnits(packs.text) ?? 0) * size !== quantity))
    return { code: 'columns_disagree', words: `it orders ${quantity} units, and ${named(stated, 'packs')} is ${shown(packs.text)}.` }
  return quantity
} // prettier-ignore

const priceColumns = ['net_price', 'unit_price', 'list_price'] as const
type PriceColumn = (typeof priceColumns)[number]

const perIn = /^(.*\d)\s*(?:\/|per|pro|je)\s*(\d+|\p{L}+)\s*\.?$/iu

/** What one price is for, by its cell, its header or the column of bases; null where nothing says so. */
function basisOf({ cells, headers }: Stated, column: PriceColumn): string | null {
  const own = perIn.exec(cells.get(column)!.text.trim())?.[2]
  return own ?? headers.get(column)?.per ?? cells.get('price_per')?.text ?? null
}

const divided = (cents: number, by: number): number[] => (cents % by === 0 ? [cents / by] : [])

/** Prices of a single unit that a cell can mean; a fault where it means none. */
function pricesOf(stated: Stated, column: PriceColumn, mark: DecimalMark, pack: number): number[] | Fault {
  const cell = stated.cells.get(column)!
  const text = perIn.exec(cell.text.trim())?.[1] ?? cell.text
  const cents = readCents(text, mark)
  if (cents === null) return { code: 'price_unreadable', words: `${shown(cell.text)} is no price.` }
  const basis = basisOf(stated, column)
  if (basis === null) return [...new Set([cents, ...divided(cents, pack)])]
  const per = /^\d+$/.test(basis.trim()) ? Number(basis) : unitsIn(basis)
  const units = per === null ? pack : per
  if (units === undefined || units < 1 || (per === null && pack === 1))
    return { code: 'price_ambiguous', words: `its price is for ${shown(basis)}, which is not understood.` }
  const [one] = divided(cents, units)
  if (one === undefined)
    return { code: 'price_ambiguous', words: `${shown(cell.text)} for ${units} units is no whole number of cents a unit.` }
  return [one]
} // prettier-ignore

interface Terms {
  price: number
  discount: number
}

/** Discounts that the line can mean, for a price before them. */
function discountsOf(stated: Stated, price: number, quantity: number, mark: DecimalMark): number[] | Fault {
  const { cells } = stated
  const gross = price * quantity
  const off = (percent: number) => [
    ...new Set([Math.round((gross * percent) / 100), gross - Math.round(price * (1 - percent / 100)) * quantity]),
  ]
  const percentCell = cells.get('discount_percent')
  const cell = cells.get('discount')
  // 0.1 can be a tenth, as workbooks store 10 %, or a tenth of a percent.
  const offsOf = (percent: number, text: string) =>
    percent >= 1 || text.includes('%') ? off(percent) : [...new Set([...off(percent), ...off(percent * 100)])]
  const isNone = (one: Cell | undefined) => one === undefined || !/[1-9]/.test(one.text)
  if (!isNone(percentCell) && !isNone(cell))
    return { code: 'price_ambiguous', words: `it has two discounts, ${named(stated, 'discount_percent')} and ${named(stated, 'discount')}.` }
  if (!isNone(percentCell)) {
    const percent = readPercent(percentCell!.text)
    return percent === null
      ? { code: 'price_ambiguous', words: `${named(stated, 'discount_percent')} ${shown(percentCell!.text)} is no percentage.` }
      : offsOf(percent, percentCell!.text)
  }
  if (isNone(cell)) return [0]
  const percent = readPercent(cell!.text)
  if (cell!.text.includes('%') && percent !== null) return off(percent)
  const cents = readCents(cell!.text.replace(/^\s*[-\u2212(]\s*/, '').replace(/\)\s*$/, ''), mark)
  if (cents === null)
    return { code: 'price_ambiguous', words: `${named(stated, 'discount')} ${shown(cell!.text)} is no discount.` }
  return [...new Set([cents, cents * quantity, ...(percent === null ? [] : off(percent))])]
} // prettier-ignore

/** A price after discounts beside the one before them: a stated discount must explain the difference. */
function netFault(stated: Stated, net: number, before: number, quantity: number, mark: DecimalMark): Fault | null {
  const discounts = discountsOf(stated, before, quantity, mark)
  if (!Array.isArray(discounts)) return discounts
  const isExplained = discounts.some((off) => Math.abs(before * quantity - off - net * quantity) <= quantity)
  if (isExplained || discounts.every((off) => off === 0)) return null
  return { code: 'price_ambiguous', words: 'its prices before and after the discount do not differ by it.' }
}

/** Every reading of price and discount. */
function termsOf(stated: Stated, quantity: number, mark: DecimalMark, pack: number): Terms[] | Fault {
  const [column, before] = priceColumns.filter((one) => stated.cells.has(one))
  if (column === undefined) return []
  const prices = pricesOf(stated, column, mark, pack)
  if (!Array.isArray(prices)) return prices
  const plain = prices.map((price) => ({ price, discount: 0 }))
  const earlier = before === undefined ? null : pricesOf(stated, before, mark, pack)
  if (earlier !== null && !Array.isArray(earlier)) return earlier
  if (column === 'net_price' || (earlier !== null && earlier[0] !== prices[0])) {
    if (earlier === null) return plain
    return netFault(stated, prices[0]!, earlier[0]!, quantity, mark) ?? plain
  }
  const all: Terms[] = []
  for (const price of prices) {
    const discounts = discountsOf(stated, price, quantity, mark)
    if (!Array.isArray(discounts)) return discounts
    for (const discount of discounts) all.push({ price, discount })
  }
  return all.filter(({ price, discount }) => discount <= price * quantity)
}

/** The one reading that gives the amount of the line, before or after its discount. */
function settledTerms(all: readonly Terms[], quantity: number, amount: number | null): readonly Terms[] {
  if (amount === null || all.length < 2) return all
  const near = (cents: number) => Math.abs(cents - amount) <= 1
  const net = all.filter(({ price, discount }) => near(price * quantity - discount))
  return net.length > 0 ? net : all.filter(({ price }) => near(price * quantity))
}

const none = { unit_price_cents: null, price_readings: [], discount_cents: 0, derived: [] }

/** The price of a line that states its amount and no price: its amount for each unit, where those are whole cents. */
function derivedFigures(stated: Stated, open: Figures): { figures: Figures; faults: Fault[] } {
  const { quantity, amount_cents: cents } = open
  if (cents === null || cents === 0 || quantity === null || quantity === 0) return { figures: open, faults: [] }
  const isReduced = (['discount', 'discount_percent'] as const).some((column) =>
    /[1-9]/.test(stated.cells.get(column)?.text ?? ''),
  )
  const [price] = divided(cents, quantity)
  if (price === undefined || isReduced) {
    const why = isReduced ? 'it has a discount, and no price' : `for ${quantity} units it is no price of whole cents`
    return { figures: open, faults: [{ code: 'price_ambiguous', words: `its amount is ${shown(stated.cells.get('amount')!.text)}, and ${why}.` }] }
  }
  return { figures: { ...open, unit_price_cents: price, derived: ['unit_price_cents'] }, faults: [] }
} // prettier-ignore

export function readFigures(stated: Stated, mark: DecimalMark | null): { figures: Figures; faults: Fault[] } {
  const { cells } = stated
  const amountCell = cells.get('amount')
  const amount_cents = amountCell === undefined || mark === null ? null : readCents(amountCell.text, mark)
  const factor = factorOf(stated)
  if ('code' in factor) return { figures: { quantity: null, amount_cents, ...none }, faults: [factor] }
  const quantity = quantityOf(stated, factor.units)
  if (quantity !== null && typeof quantity === 'object')
    return { figures: { quantity: null, amount_cents, ...none }, faults: [quantity] }
  const open = { quantity, amount_cents, ...none }
  if (quantity === null || mark === null) return { figures: open, faults: [] }
  const pack = factor.isPacked ? Math.max(factor.units, readUnits(cells.get('pack_size')?.text ?? '') ?? 1) : 1
  const terms = termsOf(stated, quantity, mark, pack)
  if (!Array.isArray(terms)) return { figures: open, faults: [terms] }
  const [one, ...more] = settledTerms(terms, quantity, amount_cents)
  if (one === undefined && terms.length > 0)
    return { figures: open, faults: [{ code: 'price_ambiguous', words: 'no reading of its price and discount gives its amount.' }] } // prettier-ignore
  if (one === undefined) return derivedFigures(stated, open)
  if (more.length === 0)
    return { figures: { ...open, unit_price_cents: one.price, discount_cents: one.discount }, faults: [] }
  const isOfPrice = [one, ...more].every(({ discount }) => discount === 0)
  if (isOfPrice) return { figures: { ...open, price_readings: [one, ...more].map(({ price }) => price) }, faults: [] }
  const column = (['discount_percent', 'discount'] as const).find((each) => cells.has(each)) ?? 'unit_price'
  return { figures: open, faults: [{ code: 'price_ambiguous', words: `${named(stated, column)} has several readings.` }] }
} // prettier-ignore

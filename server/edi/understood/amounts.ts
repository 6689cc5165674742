/** Prices, allowances and totals of an order that contradict each other. Pure. */
import Big from 'big.js'
import type { Segment } from '../x12/segments.ts'
import { at, numberAt, type PlacedLine, type PlacedOrder, type PlacedSegment } from './placed_lines.ts'
import { isOfOrderedUnit, singleUnits, unitsOfBasis } from './units.ts'
import { type Problem, problem } from './walk.ts'

/** Amounts are rounded to the cent. */
const cent = new Big('0.01')
const differs = (one: Big, other: Big): boolean => one.minus(other).abs().gt(cent)

/** What the goods of the line come to; null where the price is for something else than one of the unit, or is missing. */
function goodsOf({ quantity, unit, price, basis }: PlacedLine): Big | null {
  const single = singleUnits[unit]
  const isPlain = isOfOrderedUnit(basis) || (basis === 'PE' && single === 1)
  return quantity === null || price === null || !isPlain ? null : quantity.times(price)
}

const isAmount = ([segment]: PlacedSegment) => segment[0] === 'SAC' && ['A', 'C'].includes(at(segment, 1))

/** What an allowance is taken from: the value of the goods, their quantity, and its unit; null where it does not tell. */
interface Goods {
  value: Big | null
  quantity: Big | null
  unit: string | null
}

/** The quantity of a rate: its own (10), else that of its goods in their unit. */
function quantityOfRate(segment: Segment, { quantity, unit }: Goods): Big | null {
  const own = numberAt(segment, 10)
  const isOfGoods = at(segment, 9) === '' || at(segment, 9) === unit
  return own ?? (isOfGoods ? quantity : null)
}

/** An amount that is neither the percentage (07) of its goods nor the rate (08) times the quantity (10). */
function contradictedAmount([segment, position]: PlacedSegment, goods: Goods): Problem[] {
  const [amount, percent, rate] = [numberAt(segment, 5)?.div(100) ?? null, numberAt(segment, 7), numberAt(segment, 8)]
  const units = quantityOfRate(segment, goods)
  const share = percent === null || goods.value === null ? null : goods.value.times(percent).div(100)
  const ofRate = rate === null || units === null ? null : rate.times(units)
  const shareWords =
    share === null ? '' : `${percent!.toFixed()}% (07) of ${goods.value!.toFixed(2)} is ${share.toFixed(2)}`
  if (amount === null)
    return share === null || ofRate === null || !differs(share, ofRate)
      ? []
      : [problem(segment, position, 7, `contradicts the rate (08): ${shareWords}, and the rate times the quantity is ${ofRate.toFixed(2)}; the percentage counts`)] // prettier-ignore
  const others = [
    ...(share === null || !differs(amount, share) ? [] : [shareWords]),
    ...(ofRate === null || !differs(amount, ofRate)
      ? []
      : [`the rate (08) times the quantity (10) is ${ofRate.toFixed(2)}`]),
  ]
  return others.map((words) =>
    problem(segment, position, 5, `is ${amount.toFixed(2)}, and ${words}; the amount counts`),
  )
}

/** What an allowance does not state that it needs: an amount, a percentage, or a rate with its quantity. */
function allowanceProblems(one: PlacedSegment, goods: Goods): Problem[] {
  const [segment, position] = one
  const [hasRate, hasQuantity] = [at(segment, 8) !== '', at(segment, 10) !== '']
  const isStated = at(segment, 5) !== '' || at(segment, 7) !== ''
  if (!isStated && !(hasRate && hasQuantity))
    return [problem(segment, position, null, 'states neither an amount nor a percentage')]
  if (hasQuantity && !hasRate) return [problem(segment, position, 10, 'is a quantity without a rate (08)')]
  if (hasRate && quantityOfRate(segment, goods) === null)
    return [problem(segment, position, 8, 'is a rate without a quantity (10)')]
  return contradictedAmount(one, goods)
}

/** Units and price of an item of a pack, in single units; null where it does not tell. */
function componentOf(sln: Segment): { units: Big | null; value: Big | null } {
  const single = singleUnits[at(sln, 5) || 'EA']
  const quantity = numberAt(sln, 4)
  const units = single === undefined || quantity === null ? null : quantity.times(single)
  const basis = at(sln, 7)
  const per = isOfOrderedUnit(basis) ? single : unitsOfBasis[basis]
  const price = numberAt(sln, 6)
  return { units, value: units === null || price === null || per === undefined ? null : units.times(price).div(per) }
}

const sumOf = (values: readonly (Big | null)[]): Big | null =>
  values.reduce((sum: Big | null, one) => (sum === null || one === null ? null : sum.plus(one)), new Big(0))

/** The pack against its items: its price, and the units that PO4 counts. */
function packProblems(line: PlacedLine): Problem[] {
  const items = line.segments.flatMap(([segment]) =>
    segment[0] === 'SLN' && at(segment, 3) === 'I' ? [componentOf(segment)] : [],
  )
  if (items.length === 0) return []
  const [units, value] = [sumOf(items.map((one) => one.units)), sumOf(items.map((one) => one.value))]
  const problems: Problem[] = []
  const [first, position] = line.first
  if (
    value !== null &&
    line.price !== null &&
    (isOfOrderedUnit(line.basis) || line.basis === 'PE') &&
    differs(value, line.price)
  )
    problems.push(
      problem(
        first,
        position,
        line.price_place,
        `is the price of a pack whose items (SLN) come to ${value.toFixed(2)}`,
      ),
    )
  for (const [segment, place] of line.segments.filter(([one]) => one[0] === 'PO4')) {
    const [inner, each] = [numberAt(segment, 1), numberAt(segment, 14)]
    const packed = inner === null && each === null ? null : (inner ?? new Big(1)).times(each ?? 1)
    const isCount = packed !== null && !packed.eq(1)
    if (isCount && units !== null && !packed.eq(units))
      problems.push(
        problem(segment, place, null, `packs ${packed.toFixed()} units, and its items (SLN) are ${units.toFixed()}`),
      )
  }
  return problems
}

function priceProblems({ first: [segment, position], price, price_place }: PlacedLine): Problem[] {
  if (price === null || price.gt(0)) return []
  return [problem(segment, position, price_place, price.eq(0) ? 'is a price of nothing' : 'is a negative price')]
}

/** The same total, stated before and after the lines. */
function totalProblems({ header, end }: PlacedOrder): Problem[] {
  const totals = [...header, ...end].filter(([segment]) => segment[0] === 'AMT' && at(segment, 1) === 'TT')
  const [first, ...others] = totals
  return others.flatMap(([segment, position]) => {
    const [one, other] = [numberAt(first![0], 2), numberAt(segment, 2)]
    return one === null || other === null || one.eq(other)
      ? []
      : [problem(segment, position, 2, `differs from the total ${one.toFixed()} in segment ${first![1]}`)]
  })
}

export function amountProblems(order: PlacedOrder): Problem[] {
  const { header, lines } = order
  const goods = lines.map(goodsOf)
  // The percentage of a change is that of the whole order, whose other lines it does not state.
  const isWhole = lines.every(({ first: [segment] }) => segment[0] === 'PO1') && lines.length > 0
  const units = [...new Set(lines.map(({ unit }) => unit))]
  const whole: Goods = {
    value: isWhole ? sumOf(goods) : null,
    quantity: isWhole && units.length === 1 ? sumOf(lines.map(({ quantity }) => quantity)) : null,
    unit: units[0] ?? null,
  }
  return [
    ...header.filter(isAmount).flatMap((one) => allowanceProblems(one, whole)),
    ...lines.flatMap((line, i) => [
      ...line.segments
        .filter(isAmount)
        .flatMap((one) => allowanceProblems(one, { value: goods[i]!, quantity: line.quantity, unit: line.unit })),
      ...packProblems(line),
      ...priceProblems(line),
    ]),
    ...totalProblems(order),
  ]
}

/**
 * Expected sales of a style at each door of an account: what the door sold of the style, or else on average of the
 * styles of its category, or else on average of all styles. Pure.
 */
import { counted } from '../../../contract/outcome.ts'
import { sharesOf } from '../size_curve.rules.ts'

export interface OrderedStyle {
  product_id: string
  title: string
  category_id: string | null
  category: string | null
  ordered_qty: number
}

export interface SoldUnits {
  product_id: string
  category_id: string | null
  door_id: string
  units: number
}

export interface AnchorDoor {
  door_id: string
  name: string
  door_reference: string
}

export const rungs = ['measured', 'category_average', 'account_average', 'not_measured'] as const
type Rung = (typeof rungs)[number]

export interface DoorBaseline extends AnchorDoor {
  units: number | null
  share: number | null
  rung: Rung
  rung_label: string
  source: 'sell_out' | 'none'
}

/** Sums over the styles that a door sold. */
interface Average {
  units: number
  styles: number
}

export interface SoldByDoor {
  /** Units by style and door. */
  styles: ReadonlyMap<string, number>
  /** By category and door. */
  categories: ReadonlyMap<string, Average>
  doors: ReadonlyMap<string, Average>
  /** Units of each style over all doors. */
  totals: ReadonlyMap<string, number>
}

const pair = (one: string | null, door_id: string) => `${one ?? ''} ${door_id}`

export function soldByDoor(sold: readonly SoldUnits[]): SoldByDoor {
  const [styles, totals] = [new Map<string, number>(), new Map<string, number>()]
  const [categories, doors] = [new Map<string, Average>(), new Map<string, Average>()]
  const add = (to: Map<string, Average>, key: string, units: number) => {
    const before = to.get(key) ?? { units: 0, styles: 0 }
    to.set(key, { units: before.units + units, styles: before.styles + 1 })
  }
  for (const { product_id, category_id, door_id, units } of sold) {
    styles.set(pair(product_id, door_id), units)
    totals.set(product_id, (totals.get(product_id) ?? 0) + units)
    if (category_id !== null) add(categories, pair(category_id, door_id), units)
    add(doors, door_id, units)
  }
  return { styles, categories, doors, totals }
}

const mean = ({ units, styles }: Average) => Math.round((units / styles) * 100) / 100

function baselineAt(style: OrderedStyle, door: AnchorDoor, sold: SoldByDoor): Omit<DoorBaseline, 'share'> {
  const { product_id, category_id, category } = style
  const measured = sold.styles.get(pair(product_id, door.door_id))
  if (measured !== undefined)
    return {
      ...door,
      units: measured,
      rung: 'measured',
      rung_label: 'Units of the style that the door sold.',
      source: 'sell_out',
    }
  const ofCategory = sold.categories.get(pair(category_id, door.door_id))
  if (ofCategory !== undefined)
    return {
      ...door,
      units: mean(ofCategory),
      rung: 'category_average',
      rung_label: `Average of ${counted(ofCategory.styles, 'style')} of the category ${category} that the door sold.`,
      source: 'sell_out',
    }
  const ofDoor = sold.doors.get(door.door_id)
  if (ofDoor !== undefined)
    return {
      ...door,
      units: mean(ofDoor),
      rung: 'account_average',
      rung_label: `Average of all ${counted(ofDoor.styles, 'style')} of the account that the door sold.`,
      source: 'sell_out',
    }
  return {
    ...door,
    units: null,
    rung: 'not_measured',
    rung_label: 'The door reported no sales in the window.',
    source: 'none',
  }
}

/** The doors of a style. Shares add up to exactly 1; more units returned than sold count as none. */
export function baselineOf(style: OrderedStyle, doors: readonly AnchorDoor[], sold: SoldByDoor) {
  const baselines = doors.map((door) => baselineAt(style, door, sold))
  // In hundredths of a unit, as averages are, so that the shares are computed from whole numbers.
  const units = baselines.flatMap(({ door_id, units: of }) =>
    of === null ? [] : [[door_id, Math.max(0, Math.round(of * 100))] as const],
  )
  const shares = sharesOf(new Map(units))
  const used = new Set(baselines.map(({ rung }) => rung))
  const basis = used.size === 0 ? 'not_measured' : used.size === 1 ? [...used][0]! : 'mixed'
  return {
    basis,
    by_door: baselines.map((one) => ({
      ...one,
      share: shares[one.door_id] === undefined ? null : shares[one.door_id]! / 10_000,
    })),
  }
}

/**
 * Which store the quantities of an 852 belong to. A store before the first item heads the items that follow, up to the next
 * store. Without one, a store before the quantities of an item heads those, and one after them belongs to them. A report
 * that does both has no reading, unless it is settled with the account where it names stores.
 */
import { storeCodes } from '../../understood/sell_out.ts'
import type { Placed, Segments } from '../fields.ts'

/** A quantity (ZA) with the stores that split it (SDQ), and its own store. */
export interface PlacedActivity {
  za: Placed
  split: Placed[]
  store: string | null
}

export interface StoreReading {
  /** The quantities of each item, in the order of the items. */
  items: PlacedActivity[][]
  /** Why there is no reading; null if there is. */
  fault: string | null
}

/** A store in an item may be named as the buyer (BY); before the items, that is the account. */
const isStore = (one: Placed, codes: readonly string[]) =>
  one.tag === 'N1' && codes.includes(one.raw(1)) && one.text(4) !== null

type Event = { store: string; position: number } | PlacedActivity

/** The stores and quantities of an item as they follow each other. */
function eventsOf({ all }: Segments): Event[] {
  const events: Event[] = []
  for (const one of all) {
    const last = events.at(-1)
    if (isStore(one, [...storeCodes, 'BY'])) events.push({ store: one.text(4)!, position: one.position })
    else if (one.tag === 'ZA') events.push({ za: one, split: [], store: null })
    else if (one.tag === 'SDQ' && last !== undefined && 'za' in last) last.split.push(one)
  }
  return events
}

const mixed = (position: number): string =>
  `a store in segment ${position} heads items and follows their quantities, so it is not clear which quantities are its own`

const unnamed = (position: number): string => `no store stands before the quantity in segment ${position}`

const idle = (position: number): string => `the store in segment ${position} has no quantities`

const activitiesOf = (events: readonly Event[]) => events.filter((one) => 'za' in one)

/** The store before the first item heads the items, up to the next store. */
function headed(items: readonly Event[][], first: string): StoreReading {
  let [store, unused]: [string, number | null] = [first, null]
  const placed: PlacedActivity[][] = []
  for (const events of items) {
    const stores = events.flatMap((one, i) => ('store' in one && 'position' in one ? [{ ...one, i }] : []))
    const lastActivity = events.findLastIndex((one) => 'za' in one)
    const between = stores.find(({ i }) => i < lastActivity)
    if (between !== undefined || stores.length > 1) return { items: [], fault: mixed((between ?? stores[1]!).position) }
    placed.push(activitiesOf(events).map((one) => ({ ...one, store })))
    unused = stores[0]?.position ?? null
    store = stores[0]?.store ?? store
  }
  return unused === null ? { items: placed, fault: null } : { items: [], fault: mixed(unused) }
}

export type StoreLayout = 'before' | 'after'

/** The quantities of one item with the stores in it. */
function within(events: readonly Event[], layout: StoreLayout): PlacedActivity[] | { fault: string } {
  const ordered = layout === 'before' ? events : events.toReversed()
  const placed: PlacedActivity[] = []
  let [store, unused]: [string | null, number | null] = [null, null]
  for (const one of ordered)
    if ('za' in one) {
      if (store === null && one.split.length === 0) return { fault: mixed(one.za.position) }
      unused = null
      placed.push({ ...one, store })
    } else {
      if (unused !== null) return { fault: mixed(unused) }
      ;[store, unused] = [one.store, one.position]
    }
  if (unused !== null) return { fault: mixed(unused) }
  return layout === 'before' ? placed : placed.toReversed()
}

/** Without a store before the items: every item names its stores in one way, or none does. */
function inItems(items: readonly Event[][]): StoreReading {
  const withStores = items.filter((events) => events.some((one) => !('za' in one)))
  if (withStores.length === 0) return { items: items.map(activitiesOf), fault: null }
  const layout: StoreLayout = 'za' in withStores[0]![0]! ? 'after' : 'before'
  const placed = items.map((events) => within(events, layout))
  const broken = placed.find((one) => 'fault' in one)
  if (broken !== undefined && 'fault' in broken) return { items: [], fault: broken.fault }
  return { items: placed as PlacedActivity[][], fault: null }
}

/** With the layout settled, a store heads quantities up to the next one, also across items. */
function allBefore(items: readonly Event[][], first: string | null): StoreReading {
  let [store, unused]: [string | null, number | null] = [first, null]
  const hasStores = first !== null || items.flat().some((one) => !('za' in one))
  const placed: PlacedActivity[][] = []
  for (const events of items) {
    const own: PlacedActivity[] = []
    for (const one of events)
      if ('za' in one) {
        if (hasStores && store === null && one.split.length === 0) return { items: [], fault: unnamed(one.za.position) }
        own.push({ ...one, store })
        unused = null
      } else {
        if (unused !== null) return { items: [], fault: idle(unused) }
        ;[store, unused] = [one.store, one.position]
      }
    placed.push(own)
  }
  return unused === null ? { items: placed, fault: null } : { items: [], fault: idle(unused) }
}

/** With the layout settled, a store follows its quantities within an item; what heads the items names those without one. */
function allAfter(items: readonly Event[][], first: string | null): StoreReading {
  const placed: PlacedActivity[][] = []
  for (const events of items) {
    if (events.every((one) => 'za' in one)) {
      placed.push(activitiesOf(events).map((one) => ({ ...one, store: first })))
      continue
    }
    const own = within(events, 'after')
    if ('fault' in own) return { items: [], fault: own.fault }
    placed.push(own)
  }
  return { items: placed, fault: null }
}

export function readStores(
  head: Segments,
  loops: readonly Segments[],
  layout: StoreLayout | null = null,
): StoreReading {
  const heads = head.all.filter((one) => isStore(one, storeCodes))
  const first = heads.at(-1)?.text(4) ?? null
  const other = heads.find((one) => one.text(4) !== first)
  if (other !== undefined) return { items: [], fault: idle(other.position) }
  const items = loops.map(eventsOf)
  if (layout !== null) return (layout === 'before' ? allBefore : allAfter)(items, first)
  return first === null ? inItems(items) : headed(items, first)
}

/** Finds the variants and the doors that rows name: each distinct name is looked up once per report. */
import { namedVariants, variantsInAnyCase } from '../../catalogue/variants/named_variants.store.ts'
import type { Sql } from '../../contract/call.ts'
import { itemsInAnyCase } from '../../records/account_items.store.ts'
import type { LocationGrain } from '../known_values.ts'
import { type MatchedOutcome, type Outcome } from './outcomes.rules.ts'
import { bareGtin, type SellOutRow } from './reading/row.rules.ts'

type Item = Pick<SellOutRow, 'buyer_sku' | 'gtin' | 'sku'>

export type Resolved =
  | { outcome: MatchedOutcome; variant_id: string; door_id: string }
  | { outcome: Exclude<Outcome, MatchedOutcome> }

export type ResolvedDoor = { door_id: string } | { outcome: 'no_door' | 'unknown_door' | 'other_door_kind' }

type ResolvedItem =
  | { outcome: MatchedOutcome; variant_id: string }
  | { outcome: 'no_item' | 'unknown_item' | 'ambiguous_item' }

interface Door {
  door_id: string
  door_reference: string
  kind: string
}

/** Empty: not found; several: a barcode that several variants have. */
type Found = readonly string[]
const none: Found = []

export class Resolver {
  readonly sql: Sql
  readonly #organization_id: string
  readonly #account_id: string
  readonly #grain: LocationGrain
  #doors: Map<string, Door> | null = null
  /** By reference without leading zeros, which spreadsheets drop; null where two doors differ in them alone. */
  readonly #bare_doors = new Map<string, Door | null>()
  readonly #buyer_skus = new Map<string, Found>()
  readonly #gtins = new Map<string, Found>()
  readonly #skus = new Map<string, Found>()

  constructor(sql: Sql, organization_id: string, account_id: string, grain: LocationGrain) {
    this.sql = sql
    this.#organization_id = organization_id
    this.#account_id = account_id
    this.#grain = grain
  }

  async prepare(rows: readonly (Item & { door_reference: string | null })[]): Promise<void> {
    if (this.#doors === null) await this.#readDoors()
    const missing = (names: ReadonlyMap<string, Found>, of: (row: Item) => string | null) => [
      ...new Set(rows.flatMap((row) => of(row) ?? []).filter((name) => name !== '' && !names.has(name))),
    ]
    const buyerSkus = missing(this.#buyer_skus, ({ buyer_sku }) => buyer_sku)
    const gtins = missing(this.#gtins, ({ gtin }) => (gtin === null ? null : bareGtin(gtin)))
    const skus = missing(this.#skus, ({ sku }) => sku)
    await Promise.all([
      buyerSkus.length === 0 ? null : this.#fill(this.#buyer_skus, buyerSkus, this.#byBuyerSku(buyerSkus)),
      gtins.length === 0 ? null : this.#fill(this.#gtins, gtins, this.#byGtin(gtins)),
      skus.length === 0 ? null : this.#fill(this.#skus, skus, this.#bySku(skus)),
    ])
  }

  async #fill(
    names: Map<string, Found>,
    namesToRead: readonly string[],
    reading: PromiseLike<readonly { name: string; variant_id: string }[]>,
  ): Promise<void> {
    for (const name of namesToRead) names.set(name, [])
    for (const { name, variant_id } of await reading) {
      const variantIds = names.get(name)!
      if (!variantIds.includes(variant_id)) names.set(name, [...variantIds, variant_id])
    }
  }

  async #readDoors(): Promise<void> {
    const doors = await this.sql<(Door & { reference: string })[]>`
      select lower(door_reference) as reference, door_id, door_reference, kind from account_doors
      where organization_id = ${this.#organization_id} and trading_partner_id = ${this.#account_id}`
    this.#doors = new Map(doors.map(({ reference, ...door }) => [reference, door]))
    for (const { reference, ...door } of doors) {
      const bare = withoutZeros(reference)
      this.#bare_doors.set(bare, this.#bare_doors.has(bare) ? null : door)
    }
  }

  #byBuyerSku(names: string[]) {
    return this.sql<{ name: string; variant_id: string }[]>`
      select name, variant_id
      from (${itemsInAnyCase(this.sql, this.#organization_id, this.#account_id, names)}) i`
  }

  #byGtin(names: string[]) {
    return this.sql<{ name: string; variant_id: string }[]>`
      select bare_barcode as name, variant_id
      from (${namedVariants(this.sql, this.#organization_id, { bare_barcodes: names })}) n`
  }

  #bySku(names: string[]) {
    return this.sql<{ name: string; variant_id: string }[]>`
      select name, variant_id from (${variantsInAnyCase(this.sql, this.#organization_id, names)}) v`
  }

  /** After `prepare` with the row. */
  resolve(row: Item & { door_reference: string | null }): Resolved {
    return this.resolveAt(this.doorOf(row.door_reference), row)
  }

  /** With the door of the row, for many rows of one door. */
  resolveAt(door: ResolvedDoor, row: Item): Resolved {
    if ('outcome' in door) return door
    const item = this.#itemOf(row)
    return 'variant_id' in item
      ? { outcome: item.outcome, variant_id: item.variant_id, door_id: door.door_id }
      : { outcome: item.outcome }
  }

  /** The reference as the account's door has it; as stated for an unknown door, null where it reports as a whole. */
  referenceOf(reference: string | null): string | null {
    if (this.#grain === 'none' || reference === null) return null
    return this.#findDoor(reference)?.door_reference ?? reference
  }

  /** Whether the reference with other leading zeros means the same door. */
  ignoresZeros(reference: string | null): boolean {
    return reference !== null && this.#bare_doors.get(withoutZeros(reference)) !== null
  }

  #findDoor(reference: string): Door | null {
    return this.#doors!.get(reference.toLowerCase()) ?? this.#bare_doors.get(withoutZeros(reference)) ?? null
  }

  doorOf(reference: string | null): ResolvedDoor {
    // Where the account reports as a whole, its own id is that of the door.
    if (this.#grain === 'none') return { door_id: this.#account_id }
    if (reference === null) return { outcome: 'no_door' }
    const door = this.#findDoor(reference)
    if (door === null) return { outcome: 'unknown_door' }
    return door.kind === this.#grain ? { door_id: door.door_id } : { outcome: 'other_door_kind' }
  }

  #itemOf({ buyer_sku, gtin, sku }: Item): ResolvedItem {
    if (buyer_sku === null && gtin === null && sku === null) return { outcome: 'no_item' }
    const own = buyer_sku === null ? none : this.#buyer_skus.get(buyer_sku)!
    // The usual row names the item once, and it is on file.
    if (gtin === null && sku === null && own.length === 1) return { outcome: 'matched_buyer_sku', variant_id: own[0]! }
    const outcomes: [MatchedOutcome, Found][] = [
      ['matched_buyer_sku', own],
      ['matched_gtin', gtin === null ? none : (this.#gtins.get(bareGtin(gtin)) ?? none)],
      // A number that the account has for an item is not looked for among ours.
      ['matched_sku', sku === null || (sku === buyer_sku && own.length > 0) ? none : this.#skus.get(sku)!],
    ]
    const named = new Set(outcomes.flatMap(([, ids]) => ids))
    if (named.size === 0) return { outcome: 'unknown_item' }
    // One barcode of several variants is settled by another identifier.
    const single = outcomes.find(([, ids]) => ids.length === 1)
    if (single === undefined) return { outcome: 'ambiguous_item' }
    const [variant_id] = single[1] as readonly [string]
    const agrees = outcomes.every(([, ids]) => ids.length === 0 || ids.includes(variant_id))
    return agrees ? { outcome: single[0], variant_id } : { outcome: 'ambiguous_item' }
  }
}

const withoutZeros = (reference: string) => reference.replace(/^0+(?=.)/, '').toLowerCase()

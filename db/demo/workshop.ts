/** The own workshop: a few variants are patched together from two others of their product. */
import type { Product } from './assortment.ts'
import type { Books } from './books.ts'
import type { Cell } from './copy.ts'
import type { Rows } from './places.ts'
import type { VariantTrade } from './trade.ts'

const actor = 'user:Workshop'
const [made_units, open_units] = [2, 3]
const central = 0

export class Workshop {
  readonly #bills: Cell[][] = []
  readonly #bill_lines: Cell[][] = []
  readonly #components: Cell[][] = []

  constructor(
    readonly books: Books,
    readonly bills_max: number,
  ) {}

  /** Looks at a product whose variants have traded and are not yet closed: two with stock to spare make a third. */
  visit(product: Product, trades: readonly VariantTrade[]): void {
    const { books } = this
    if (this.#bills.length === this.bills_max || product.status !== 'ACTIVE') return
    const spare = trades.filter(({ shelves: [shelf] }) => shelf!.on_hand >= 10 && shelf!.average !== null).slice(0, 2)
    const target = trades.find((trade) => !spare.includes(trade))
    if (spare.length < 2 || target === undefined) return
    const bom_id = books.makeId('bill_of_materials', this.#bills.length)
    const since = books.monday(books.last_week, '07:00:00')
    this.#bills.push([bom_id, target.variant.variant_id, `Patchwork ${target.variant.title}`, true, since])
    for (const { variant } of spare) this.#bill_lines.push([bom_id, variant.variant_id, 1])
    this.#assemble(product, target, spare)
    this.#plan(product, target, spare)
  }

  /** What was made last night: components out at their average, the made variant in at what they cost together. */
  #assemble(product: Product, target: VariantTrade, spare: readonly VariantTrade[]): void {
    const { books } = this
    const at = books.weekEnd(books.last_week, '22:00:00')
    const order = books.orders.manufacturing(central, at)
    const cost = spare.reduce((sum, { shelves: [shelf] }) => sum + shelf!.average!, 0)
    const { line_id } = books.orders.line(order, target.variant.variant_id, made_units, cost, product.category)
    const { document } = order.deliveries[0]!
    for (const { variant, shelves } of spare) {
      shelves[central]!.move('assembly_out', -made_units, at, document, line_id, null, actor)
      this.#hold(order.purchase_order_id, variant.variant_id, made_units, 0, made_units)
    }
    target.shelves[central]!.move('assembly_in', made_units, at, document, line_id, cost, actor)
  }

  /** What is to be made next: its components are held back. */
  #plan(product: Product, target: VariantTrade, spare: readonly VariantTrade[]): void {
    const { books } = this
    const order = books.orders.manufacturing(central, null)
    const cost = spare.reduce((sum, { shelves: [shelf] }) => sum + shelf!.average!, 0)
    const { open } = books.orders.line(order, target.variant.variant_id, open_units, cost, product.category)
    target.shelves[central]!.incoming += open
    for (const { variant, shelves } of spare) {
      shelves[central]!.committed += open_units
      this.#hold(order.purchase_order_id, variant.variant_id, open_units, open_units, 0)
    }
  }

  #hold(purchase_order_id: string, variant_id: string, required: number, reserved: number, consumed: number): void {
    const location_id = this.books.places.location_ids[central]
    this.#components.push([purchase_order_id, variant_id, location_id, required, reserved, consumed])
  }

  rows(): Rows[] {
    return [
      {
        table: 'bills_of_materials',
        columns: 'bom_id variant_id name is_active created_at',
        rows: this.#bills,
      },
      { table: 'bill_of_materials_lines', columns: 'bom_id variant_id quantity', rows: this.#bill_lines },
      {
        table: 'purchase_order_components',
        columns: 'purchase_order_id variant_id location_id required_quantity reserved_quantity consumed_quantity',
        rows: this.#components,
      },
    ]
  }
}

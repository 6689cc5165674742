/** Manufacturing: a few variants are assembled from two others of their product. */
import type { Product } from '../assortment.ts'
import type { TradingHistory } from '../trading_history.ts'
import type { Cell } from '../copy.ts'
import type { Rows } from '../master_data.ts'
import type { VariantHistory } from '../variant_history.ts'

const actor = 'user:Workshop'
const [madeUnits, openUnits] = [2, 3]
const central = 0

export class Manufacturing {
  readonly #bills: Cell[][] = []
  readonly #bill_lines: Cell[][] = []
  readonly #components: Cell[][] = []

  constructor(
    readonly history: TradingHistory,
    readonly bills_max: number,
  ) {}

  /** After the variants' history was simulated: two variants with spare stock become components of a third. */
  assemble(product: Product, variants: readonly VariantHistory[]): void {
    const { history } = this
    if (this.#bills.length === this.bills_max || product.status !== 'ACTIVE') return
    const spare = variants.filter(({ levels: [level] }) => level!.on_hand >= 10 && level!.average !== null).slice(0, 2)
    const target = variants.find((variant) => !spare.includes(variant))
    if (spare.length < 2 || target === undefined) return
    const bom_id = history.makeId('bill_of_materials', this.#bills.length)
    const since = history.monday(history.last_week, '07:00:00')
    this.#bills.push([bom_id, target.variant.variant_id, `Patchwork ${target.variant.title}`, true, since])
    for (const { variant } of spare) this.#bill_lines.push([bom_id, variant.variant_id, 1])
    this.#addCompletedOrder(product, target, spare)
    this.#addOpenOrder(product, target, spare)
  }

  /** A completed order: components leave at their average cost, the assembled variant arrives at their sum. */
  #addCompletedOrder(product: Product, target: VariantHistory, spare: readonly VariantHistory[]): void {
    const { history } = this
    const at = history.weekEnd(history.last_week, '22:00:00')
    const order = history.orders.manufacturing(central, at)
    const cost = spare.reduce((sum, { levels: [level] }) => sum + level!.average!, 0)
    const { line_id } = history.orders.line(order, target.variant.variant_id, madeUnits, cost, product.category)
    const { document } = order.deliveries[0]!
    for (const { variant, levels } of spare) {
      levels[central]!.move('assembly_out', -madeUnits, at, document, line_id, null, actor)
      this.#addComponent(order.purchase_order_id, variant.variant_id, madeUnits, 0, madeUnits)
    }
    target.levels[central]!.move('assembly_in', madeUnits, at, document, line_id, cost, actor)
  }

  /** An approved order: its components are reserved. */
  #addOpenOrder(product: Product, target: VariantHistory, spare: readonly VariantHistory[]): void {
    const { history } = this
    const order = history.orders.manufacturing(central, null)
    const cost = spare.reduce((sum, { levels: [level] }) => sum + level!.average!, 0)
    const { open } = history.orders.line(order, target.variant.variant_id, openUnits, cost, product.category)
    target.levels[central]!.incoming += open
    for (const { variant, levels } of spare) {
      levels[central]!.committed += openUnits
      this.#addComponent(order.purchase_order_id, variant.variant_id, openUnits, openUnits, 0)
    }
  }

  #addComponent(
    purchase_order_id: string,
    variant_id: string,
    required: number,
    reserved: number,
    consumed: number,
  ): void {
    const location_id = this.history.masterData.location_ids[central]
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

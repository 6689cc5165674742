/**
 * Figures that the ledger counts up. An overheard statement holds them as they stood then; sent again, it must hold
 * those that the database answered this time, or its rows would clash with the ones before.
 */
type Row = Record<string, unknown>
type Figures = Record<string, number>

/** What a statement has to do with them. */
export interface Part {
  /** Rows of its answer are figures of their variants. */
  learns?: (row: Row) => Figures
  /** Rows of its parameter hold figures of their variants. */
  renews?: readonly string[]
}

const levelsLocked = ({ on_hand, sequence }: Row): Figures => {
  const after = Number(on_hand) + 1
  return { on_hand: after, on_hand_after: after, sequence: Number(sequence) + 1 }
}

const parts: readonly (Part & { begins: RegExp })[] = [
  { begins: /^\s*select l\.\*\s+from unnest/, learns: levelsLocked },
  { begins: /^\s*insert into stock_levels as l/, renews: ['on_hand', 'sequence'] },
  {
    begins: /^\s*insert into stock_movements/,
    renews: ['on_hand_after', 'sequence'],
    learns: ({ movement_id }) => ({ movement_id: Number(movement_id) }),
  },
  { begins: /^\s*insert into purchase_order_delivery_lines/, renews: ['movement_id'] },
]

export const partOf = (text: string): Part | undefined => parts.find(({ begins }) => begins.test(text))

/** Of one request: what was learnt so far, by variant. */
export class LedgerFigures {
  readonly #known = new Map<unknown, Figures>()

  learn({ learns }: Part, rows: readonly Row[]): void {
    if (learns === undefined) return
    for (const row of rows) this.#known.set(row.variant_id, { ...this.#known.get(row.variant_id), ...learns(row) })
  }

  /** The one parameter that holds rows, with figures of this time. */
  renew({ renews }: Part, parameters: unknown[]): unknown[] {
    if (renews === undefined) return parameters
    return parameters.map((parameter) => {
      if (typeof parameter !== 'string' || !parameter.startsWith('[{')) return parameter
      const rows = JSON.parse(parameter) as Row[]
      for (const row of rows) for (const name of renews) row[name] = this.#known.get(row.variant_id)![name]
      return JSON.stringify(rows)
    })
  }
}

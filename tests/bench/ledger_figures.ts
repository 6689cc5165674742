/**
 * Figures that the ledger increases with each movement. A recorded statement contains those of its time; when it is
 * sent again, it must contain the current ones, or its rows would violate the ledger's constraints.
 */
type Row = Record<string, unknown>
type Figures = Record<string, number>

/** How a statement uses them. */
export interface Part {
  /** Reads a variant's figures from a row of the result. */
  learns?: (row: Row) => Figures
  /** Names of a variant's figures in the rows of the parameter. */
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

/** The figures of one request so far, by variant. */
export class LedgerFigures {
  readonly #known = new Map<unknown, Figures>()

  learn({ learns }: Part, rows: readonly Row[]): void {
    if (learns === undefined) return
    for (const row of rows) this.#known.set(row.variant_id, { ...this.#known.get(row.variant_id), ...learns(row) })
  }

  /** The parameters, with current figures in the one that contains rows. */
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

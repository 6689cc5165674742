/** Survivors that change nothing, with the reason why. A reason that fits no survivor any more fails the run. */
export interface Reason {
  file: string
  original: string
  replacement: string
  why: string
}

export const reasons: readonly Reason[] = [
  {
    file: 'server/planning/reports/cash_from_the_buy/cash_report.rules.ts',
    original: 'true',
    replacement: 'false',
    why: 'The rows of orders do not show the open buy, which alone depends on there being a plan.',
  },
  {
    file: 'server/planning/reports/cash_from_the_buy/cash_report.rules.ts',
    original: '[]',
    replacement: '["Stryker was here"]',
    why: 'A month without draws sums no kind of draw, and a text is of no kind.',
  },
  {
    file: 'server/catalogue/product_records/plan_variants.rules.ts',
    original: '[]',
    replacement: '["Stryker was here"]',
    why: 'A record with a fault is refused whole, whatever else was planned for it.',
  },
  {
    file: 'server/catalogue/variants/variant_overview.rules.ts',
    original: 'aId < bId',
    replacement: 'aId <= bId',
    why: 'The places are keyed by their ids, so no two are equal.',
  },
  {
    file: 'server/catalogue/incoming/incoming.rules.ts',
    original: 'a! < b',
    replacement: 'a! <= b',
    why: 'The months are the keys of a map, so no two are equal.',
  },
]

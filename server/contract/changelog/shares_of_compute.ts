import type { ChangelogEntry } from './entry.ts'

/** What keeps one organisation from occupying the service. */
export const sharesOfCompute: readonly ChangelogEntry[] = [
  {
    id: 'cells-of-metrics',
    date: '2026-11-26',
    train: '2026-11',
    kind: 'additive',
    areas: ['metrics'],
    title: 'An answer to a metrics query has at most 200,000 cells',
    detail: `A query whose rows times columns exceed 200,000 is refused with \`bad_request\`; \`data\` has the field \`query.limit\`, and the rule
    states how many rows fit. Queries of up to 20 columns can still have 10,000 rows.`,
    action_required:
      'Clients that read wide answers send a smaller limit, fewer measures or dimensions, a coarser grain, or filters.',
    covers: ['metrics.query', 'limit:metrics_cells_max'],
  },
  {
    id: 'prices-measured-in-the-background',
    date: '2026-11-26',
    train: '2026-11',
    kind: 'additive',
    areas: ['sales'],
    title: 'Rows of sales state where price sensitivity has not been measured yet',
    detail: `\`price_sensitivity\` in the sales table is measured in the background only, weekly and after changes. Until then its figures are
    null, with the reason code \`not_measured_yet\`. \`products.get_price_sensitivity\` still measures with every request.`,
    action_required: null,
    covers: ['sales.list_sales'],
  },
]

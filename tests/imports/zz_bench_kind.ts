import { importKind } from '../../server/imports/kind.ts'
export const bigKind = importKind({
  name: 'big',
  title: 'Big',
  description: 'x',
  batch_rows: 2_000,
  fields: {
    date: { type: 'date', description: 'x', required: true },
    channel: { type: 'text', description: 'x', required: true },
    sku: { type: 'code', description: 'x', required: true },
    units: { type: 'whole', description: 'x' },
    gross: { type: 'money', description: 'x' },
    discount: { type: 'money', description: 'x' },
    tax: { type: 'money', description: 'x' },
    location: { type: 'text', description: 'x' },
  },
  toRecord: ({ values }) => values,
  nameOf: ({ sku, date }: any) => `${sku} ${date}`,
  keyOf: ({ sku, date, channel }: any) => `${sku} ${date} ${channel}`,
  plan: async (_s, _c, records: readonly any[]) => records.map((write) => ({ outcome: 'created' as const, write })),
  write: async (_s, _c, writes: readonly any[]) => writes.map(() => ({ undo: {} })),
})

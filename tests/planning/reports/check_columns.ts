import { expect } from 'bun:test'
import { columnFormats, type Section } from '../../../server/planning/reports/report.model.ts'

/** Every row has a cell for each column, in order; each column has a label, and money exactly where its format says so. */
export function checkColumns({ columns, rows }: Section): void {
  for (const { label, format } of columns) {
    expect(label).toMatch(/^[A-Z]/)
    expect(columnFormats).toContain(format as (typeof columnFormats)[number])
  }
  for (const { cells } of rows) {
    expect(cells.map(({ column }) => column)).toEqual(columns.map(({ key }) => key))
    expect(cells.map(({ currency }) => currency !== null)).toEqual(columns.map(({ format }) => format === 'money'))
  }
}

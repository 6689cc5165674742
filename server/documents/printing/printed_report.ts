/** The content of a printed report: figures as text, in tables. */
export interface PrintedTable {
  label: string
  /** Shown instead of the table where it has no rows. */
  absence: string | null
  note: string | null
  /** Headings of the columns after the first, which names the rows. */
  columns: { label: string; is_figure: boolean }[]
  rows: { label: string; is_total: boolean; cells: string[] }[]
}

export interface PrintedReport {
  kind: 'report'
  title: string
  organization: string
  period: string
  made_on: string
  /** Notes on basis, calendar and coverage. */
  notes: string[]
  head: { label: string; figure: string; against: string | null }[]
  tables: PrintedTable[]
}

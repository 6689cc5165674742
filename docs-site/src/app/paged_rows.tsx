/** A list whose address says from which row on it is shown. */
import type { ComponentChildren } from 'preact'
import { NewestPages, Records, Trouble, type useRead } from './parts'
import type { Rows } from './service'

export const pageSize = 25

/** The first row of the page, from 0. */
export const fromInAddress = (): number => Number(new URLSearchParams(location.search).get('from') ?? 0) || 0

interface Shown<Row> {
  of: Pick<ReturnType<typeof useRead<Rows<Row>>>, 'data' | 'trouble'>
  /** What is said where there is no row. */
  empty: string
  label: string
  columns: readonly string[]
  figures?: readonly string[]
  hasActions?: boolean
  go: (from: string) => void
  children: (row: Row) => ComponentChildren
}

/** The rows of a page, or why there are none, and the way to further pages. */
export const PagedRows = <Row,>({ of: { data, trouble }, empty, go, hasActions = false, children, ...table }: Shown<Row>) => (
  <>
    <Trouble of={trouble} />
    {data === null && trouble === null && <p role="status">Loading…</p>}
    {data !== null && data.rows.length === 0 && <p>{empty}</p>}
    {data !== null && data.rows.length > 0 && (
      <Records {...table} hasActions={hasActions}>
        {data.rows.map(children)}
      </Records>
    )}
    <NewestPages offset={fromInAddress()} size={pageSize} of={data?.filtered_max_size ?? 0} go={(offset) => go(String(offset))} />
  </>
)

/** Which fields of answers show a measure of the metric dictionary. */
import dictionary from '~/data/metrics.json'
import { operations } from './document.ts'

const shown = dictionary.metrics.flatMap(({ metric, shown_in }) =>
  shown_in.map((text) => {
    const [operation, path] = text.split(' ') as [string, string]
    return { metric, operation, path }
  }),
)

/** Paths inside an operation's answer, such as data.rows.net_sales, with the measure that each shows. A few answers have no `data`. */
export const measuresIn = (id: string): ReadonlyMap<string, string> =>
  new Map(
    shown
      .filter(({ operation }) => operation === id)
      .flatMap(({ path, metric }) => [`data.${path}`, path].map((full): [string, string] => [full, metric])),
  )

/** The operations whose answers show a measure, with their titles. */
export const operationsShowing = (measure: string) =>
  operations
    .filter(({ id }) => shown.some(({ metric, operation }) => metric === measure && operation === id))
    .map(({ id, area, operation }) => ({ link: `/reference/${area}/${id.split('.')[1]}`, title: operation.summary }))

/** The docs site's data about metrics: the dictionary as the API publishes it, and the fields that show its measures. */
import { fieldsShowing } from '../../insight/metrics/shown_fields.ts'
import { publishedDictionary } from '../../insight/metrics/published_dictionary.ts'

export function metricReferenceText(): string {
  const { metrics, ...rest } = publishedDictionary()
  const shown = metrics.map((one) => ({ ...one, shown_in: fieldsShowing(one.metric) }))
  return `${JSON.stringify({ ...rest, metrics: shown }, null, 2)}\n`
}

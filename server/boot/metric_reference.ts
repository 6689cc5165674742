/** The docs site's data about metrics: the dictionary as the API publishes it. */
import { publishedDictionary } from '../insight/metrics/published_dictionary.ts'

export const metricReferenceText = (): string => `${JSON.stringify(publishedDictionary(), null, 2)}\n`

/** The dictionary as it is published: by the API and by the docs site. Pure. */
import { limits } from '../../contract/limits.ts'
import { metricGrains } from './dictionary.model.ts'
import { dimensionsOf, domainKeys, domainOf, factOf, factsOf, grainsOf, measures, measuresOf } from './dictionary.ts'
import { columnsOf, type DimensionKey, dimensions } from './dimensions.ts'

const dimensionKeys = Object.keys(dimensions) as DimensionKey[]

function domainEntry(domain: (typeof domainKeys)[number]) {
  const { label, description, data_source, supports_time_range, unsupported_reason, ...rest } = domainOf(domain)
  const own = new Set(measuresOf(domain).flatMap(([, measure]) => dimensionsOf([measure])))
  const served = unsupported_reason === null
  return {
    domain,
    label,
    description,
    data_source: [...data_source],
    grain: supports_time_range ? 'day' : 'now',
    grains: supports_time_range && served ? [...metricGrains] : [],
    supports_time_range,
    served,
    unsupported_reason,
    measures: [...rest.measures],
    dimensions: served ? dimensionKeys.filter((key) => own.has(key)) : [],
  }
}

const dimensionEntry = (dimension: DimensionKey) => {
  const { label, description, values } = dimensions[dimension]
  const { id, name } = columnsOf(dimension)
  return {
    dimension,
    label,
    description,
    columns: name === null ? [id] : [id, name],
    values: values === null ? null : [...values],
  }
}

const metricEntries = () =>
  [...measures].map(([metric, measure]) => ({
    metric,
    label: measure.label,
    definition: measure.definition,
    unit: measure.unit,
    format: measure.format,
    exclusions: [...measure.exclusions],
    data_source: [...new Set(factsOf([measure]).flatMap((key) => factOf(key).data_source))],
    domains: domainKeys
      .filter((domain) => domainOf(domain).measures.includes(metric))
      .map((domain) => {
        const { label, unsupported_reason } = domainOf(domain)
        const served = unsupported_reason === null
        return {
          domain,
          label,
          served,
          unsupported_reason,
          grains: served ? [...grainsOf([measure])] : [],
          dimensions: served ? dimensionsOf([measure]) : [],
        }
      }),
  }))

export const publishedDictionary = () => ({
  domains: domainKeys.map(domainEntry),
  dimensions: dimensionKeys.map(dimensionEntry),
  metrics: metricEntries(),
  row_limit: limits.metrics_rows_max,
})

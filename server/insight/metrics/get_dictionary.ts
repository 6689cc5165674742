import { operation } from '../../contract/operation.ts'
import { publishedDictionary } from './published_dictionary.ts'
import { Dictionary } from './model.ts'

export const getDictionary = operation({
  id: 'metrics.get_dictionary',
  route: 'GET /api/v1/metrics',
  summary: 'Get metric dictionary',
  description:
    'Returns every domain, dimension and measure that `POST /api/v1/metrics/query` knows, with the definition of each measure in one sentence, its unit, its format, and what it leaves out. A measure has the same definition in every domain, report and table. A domain with `served` false cannot be queried yet. Keys bound to a trading account are refused.',
  account: 'aggregate',
  answer: Dictionary,
  run: () => Promise.resolve(publishedDictionary()),
})

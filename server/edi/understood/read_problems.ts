/** Everything about a document that is not understood. Pure. */
import type { Segment } from '../x12/segments.ts'
import { contradictionsOf } from './contradictions.ts'
import { sellOutContradictions } from './sell_out_contradictions.ts'
import { type Problem, problemsOf } from './walk.ts'

const orders = ['850', '860']

/** As many as are kept; the last one then counts the rest. */
const problemsMax = 500

/** What many segments say alike, such as one on every line, is one problem with its first place. */
function together(problems: readonly Problem[]): Problem[] {
  const alike = Map.groupBy(problems, ({ segment, element, value }) => JSON.stringify([segment, element, value]))
  const all = [...alike.values()].map(([first, ...more]): Problem =>
    more.length === 0
      ? first!
      : { ...first!, count: more.length + 1, sentence: `${first!.sentence}, and in ${more.length} more` },
  )
  if (all.length <= problemsMax) return all
  const rest = all.slice(problemsMax - 1)
  const { segment, position } = rest[0]!
  const sentence = `${rest.length} more things from segment ${position} on are not understood`
  return [
    ...all.slice(0, problemsMax - 1),
    { segment, position, element: null, value: '', sentence, count: rest.length },
  ]
}

export function readProblems(set: { type: string; segments: readonly Segment[] }): Problem[] {
  const contradictions = orders.includes(set.type)
    ? contradictionsOf(set)
    : set.type === '852'
      ? sellOutContradictions(set)
      : []
  return together([...problemsOf(set), ...contradictions].toSorted((one, other) => one.position - other.position))
}

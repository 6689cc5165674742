/** Every single value that a request can contain, and requests in which one of them is replaced. */
import { exampleOf, resolve } from '../../../server/contract/openapi/examples.ts'
import type { JsonSchema } from '../../../server/contract/openapi/json.ts'
import type { Operation } from '../../../server/contract/operation.ts'
import { openapi } from './document_check.ts'
import { planRequest, type RequestPlan } from './requests.ts'

export interface Leaf {
  where: 'query' | 'body'
  /** Path in the body; for the query, a single step with the parameter's name. 0 is the first item of a list. */
  steps: (string | number)[]
  /** As refusals name it: `lines[0].sku`. */
  field: string
  schema: JsonSchema
}

const { schemas } = openapi.components

function leavesIn(found: JsonSchema, where: Leaf['where'], steps: Leaf['steps']): Leaf[] {
  const schema = resolve(found, schemas)
  const into = (inner: JsonSchema, step: string | number) => leavesIn(inner, where, [...steps, step])
  if (schema.properties) return Object.entries(schema.properties).flatMap(([name, inner]) => into(inner, name))
  if (schema.items && where === 'body') return into(schema.items, 0)
  if (schema.anyOf || schema.items || schema.type === undefined) return []
  const field = steps.reduce<string>(
    (name, step) => (typeof step === 'number' ? `${name}[${step}]` : `${name}${name && '.'}${step}`),
    '',
  )
  return [{ where, steps, field, schema }]
}

const publishedOf = (operation: Operation) => openapi.paths[operation.path]![operation.method.toLowerCase()]!

export function leavesOf(operation: Operation): Leaf[] {
  const { parameters, requestBody } = publishedOf(operation)
  const body = requestBody?.content['application/json']?.schema
  return [
    ...parameters.flatMap((one) =>
      'in' in one && one.in === 'query' ? leavesIn(one.schema, 'query', [one.name]) : [],
    ),
    ...(body === undefined ? [] : leavesIn(body, 'body', [])),
  ]
}

/** The operation's plain request with `value` at the leaf; every field of the body is present. */
export function requestWith(operation: Operation, organization_id: string, leaf: Leaf, value: unknown): RequestPlan {
  const plan = planRequest(operation, organization_id)
  if (leaf.where === 'query') {
    plan.query[leaf.steps[0] as string] = String(value)
    return plan
  }
  const { schema } = publishedOf(operation).requestBody!.content['application/json']!
  // Fields of published bodies have no examples of their own; those of the declaration have values that are accepted.
  const hasFields = operation.body !== undefined && operation.body !== 'bytes'
  const declared = (hasFields ? operation.body : schema) as unknown as JsonSchema
  plan.body = put(structuredClone(exampleOf(declared, schemas, '', true)), schema, leaf.steps, value, declared)
  return plan
}

/** The value with another one at the path; missing parents are created from the examples of their declaration. */
function put(
  held: unknown,
  found: JsonSchema,
  [step, ...rest]: Leaf['steps'],
  value: unknown,
  declared: JsonSchema | undefined,
): unknown {
  if (step === undefined) return value
  const schema = resolve(found, schemas)
  const own = declared?.anyOf?.[0] ?? declared
  const whole = (held ?? structuredClone(exampleOf(own ?? schema, schemas, '', true))) as Record<
    string | number,
    unknown
  >
  const inner = typeof step === 'number' ? schema.items! : schema.properties![step]!
  const ownInner: JsonSchema | undefined = typeof step === 'number' ? own?.items : own?.properties?.[step]
  const parent = rest.length > 0 ? exampleOf(ownInner ?? inner, schemas, '', true) : null
  whole[step] = put(whole[step] ?? structuredClone(parent), inner, rest, value, ownInner)
  return whole
}

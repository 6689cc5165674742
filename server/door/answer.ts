/** Step 16: checks a response against the published schema before it is sent. */
import type { TSchema } from '@sinclair/typebox'
import { success } from '../contract/envelope.ts'
import type { Operation } from '../contract/operation.ts'
import { compiled } from './compiled.ts'

export class AnswerFault extends Error {}

const holders = ['properties', 'patternProperties'] as const

/** The schema with the range of years that responses may contain, which is wider than that of requests. */
function withAnsweredYears(schema: TSchema): TSchema {
  const out: TSchema = { ...schema }
  if (schema.format === 'date' || schema.format === 'date-time') out.format = `answered ${schema.format}`
  for (const key of holders)
    if (schema[key]) {
      const fields = Object.entries(schema[key] as Record<string, TSchema>)
      out[key] = Object.fromEntries(fields.map(([name, field]) => [name, withAnsweredYears(field)]))
    }
  if (schema.items) out.items = withAnsweredYears(schema.items as TSchema)
  if (Array.isArray(schema.anyOf)) out.anyOf = (schema.anyOf as TSchema[]).map(withAnsweredYears)
  return out
}

/** Made once per operation: turns the result of `run` and the request into the text to send; null for a 204. */
export function compileAnswer(operation: Operation): (answer: unknown, input: object) => string | null {
  const { answer: schema, status, desc, service, unwrapped, verb } = operation
  if (status === 204 || schema === undefined) return () => null
  const checkOf = compiled(() => withAnsweredYears(schema))
  return (answer, input) => {
    const check = checkOf()
    if (!check.Check(answer)) {
      const error = check.Errors(answer).First()
      throw new AnswerFault(`${operation.id} answers ${error?.path || '/'} outside its schema: ${error?.message}`)
    }
    const text = JSON.stringify(answer)
    const sentence = desc(answer as never, input as never)
    const message = JSON.stringify(success(null, sentence, service, verb === 'write').message)
    return unwrapped ? `${text.slice(0, -1)},"message":${message}}` : `{"data":${text},"message":${message}}`
  }
}

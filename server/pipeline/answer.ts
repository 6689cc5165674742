/** Step 16: checks a response against the published schema before it is sent. */
import type { TSchema } from '@sinclair/typebox'
import { success } from '../contract/envelope.ts'
import type { Operation } from '../contract/operation.ts'
import type { Money } from '../contract/schema.ts'
import { runInSlices } from '../queue/slices.ts'
import { compiled, once } from './compiled.ts'
import { Output, partOf } from './parts/parts.ts'

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

/** Writes the results of an operation as they are sent. */
export interface AnswerWriter {
  /** Whether the result is checked and written in slices. */
  isLarge: (answer: unknown) => boolean
  /** The text to send; null for a 204. */
  write: (answer: unknown, input: object) => string | null
  /** The same in pieces. The money figures are found before `fill` converts them. */
  writeInSlices: (
    answer: unknown,
    input: object,
    owner: string,
    fill: (figures: readonly Money[]) => Promise<void>,
  ) => Promise<string[]>
}

/** Made once per operation. */
export function compileAnswer(operation: Operation): AnswerWriter {
  const { answer: schema, status, desc, service, unwrapped, verb } = operation
  if (status === 204 || schema === undefined)
    return { isLarge: () => false, write: () => null, writeInSlices: async () => [] }
  const answered = once(() => withAnsweredYears(schema))
  const check = compiled(answered)
  const part = once(() => partOf(answered()))
  const refuse = (answer: unknown): never => {
    const error = check().Errors(answer).First()
    throw new AnswerFault(`${operation.id} answers ${error?.path || '/'} outside its schema: ${error?.message}`)
  }
  const messageOf = (answer: unknown, input: object) => {
    const sentence = desc(answer as never, input as never)
    return JSON.stringify(success(null, sentence, service, verb === 'write').message)
  }
  return {
    isLarge: (answer) => part().isLarge(answer),
    write(answer, input) {
      if (!check().Check(answer)) return refuse(answer)
      const text = JSON.stringify(answer)
      const message = messageOf(answer, input)
      return unwrapped ? `${text.slice(0, -1)},"message":${message}}` : `{"data":${text},"message":${message}}`
    },
    async writeInSlices(answer, input, owner, fill) {
      const figures: Money[] = []
      await runInSlices(part().find(answer, figures), owner)
      await fill(figures)
      const output = new Output()
      if (!unwrapped) output.add('{"data":')
      if (!(await runInSlices(part().write(answer, output), owner))) return refuse(answer)
      output.end()
      const { pieces } = output
      if (unwrapped) pieces.push(pieces.pop()!.slice(0, -1))
      return [...pieces, `,"message":${messageOf(answer, input)}}`]
    },
  }
}

/** Step 16: checks a response against the published schema before it is sent. */
import { type TObject, type TSchema, Type } from '@sinclair/typebox'
import type { TypeCheck } from '@sinclair/typebox/compiler'
import { success } from '../contract/envelope.ts'
import type { Operation } from '../contract/operation.ts'
import type { Money } from '../contract/schema.ts'
import { runInSlices } from '../queue/slices.ts'
import { compiled, once } from './compiled.ts'
import { Output, type Part, partOf } from './parts/parts.ts'

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

interface Checks {
  check: () => TypeCheck<TSchema>
  part: () => Part
}

function checksOf(schema: TSchema): Checks {
  const answered = once(() => withAnsweredYears(schema))
  return { check: compiled(answered), part: once(() => partOf(answered())) }
}

/** The schema of a page whose rows have the fields that the query names; null where a query cannot name any. */
function narrowedSchema({ query, answer }: Operation): TSchema | null {
  const row = (answer?.properties?.rows as TSchema | undefined)?.items as TObject | undefined
  if (query?.properties.fields === undefined || row === undefined) return null
  const { rows, ...others } = answer!.properties as Record<string, TSchema>
  return { ...answer!, properties: { ...others, rows: { ...rows!, items: Type.Partial(row) } } }
}

const fieldsOf = (input: object): readonly string[] | undefined =>
  (input as { query?: { fields?: readonly string[] } }).query?.fields

/** Whether every row has the fields asked for and no others. */
const haveFields = (answer: unknown, fields: readonly string[]): boolean =>
  (answer as { rows: object[] }).rows.every(
    (row) => Object.keys(row).length === fields.length && fields.every((field) => field in row),
  )

/** Made once per operation. */
export function compileAnswer(operation: Operation): AnswerWriter {
  const { answer: schema, status, desc, service, unwrapped, verb } = operation
  if (status === 204 || schema === undefined)
    return { isLarge: () => false, write: () => null, writeInSlices: async () => [] }
  const whole = checksOf(schema)
  const narrowed = narrowedSchema(operation)
  const some = narrowed === null ? whole : checksOf(narrowed)
  const checksFor = (input: object) => (fieldsOf(input) === undefined ? whole : some)
  const refuse = (answer: unknown, input: object): never => {
    const error = checksFor(input).check().Errors(answer).First()
    throw new AnswerFault(`${operation.id} answers ${error?.path || '/'} outside its schema: ${error?.message}`)
  }
  const isAsked = (answer: unknown, input: object): boolean => {
    const fields = narrowed === null ? undefined : fieldsOf(input)
    return fields === undefined || haveFields(answer, fields)
  }
  const messageOf = (answer: unknown, input: object) => {
    const sentence = desc(answer as never, input as never)
    return JSON.stringify(success(null, sentence, service, verb === 'write').message)
  }
  return {
    isLarge: (answer) => whole.part().isLarge(answer),
    write(answer, input) {
      if (!checksFor(input).check().Check(answer) || !isAsked(answer, input)) return refuse(answer, input)
      const text = JSON.stringify(answer)
      const message = messageOf(answer, input)
      return unwrapped ? `${text.slice(0, -1)},"message":${message}}` : `{"data":${text},"message":${message}}`
    },
    async writeInSlices(answer, input, owner, fill) {
      const part = checksFor(input).part()
      const figures: Money[] = []
      await runInSlices(part.find(answer, figures), owner)
      await fill(figures)
      const output = new Output()
      if (!unwrapped) output.add('{"data":')
      const isFit = await runInSlices(part.write(answer, output), owner)
      if (!isFit || !isAsked(answer, input)) return refuse(answer, input)
      output.end()
      const { pieces } = output
      if (unwrapped) pieces.push(pieces.pop()!.slice(0, -1))
      return [...pieces, `,"message":${messageOf(answer, input)}}`]
    },
  }
}

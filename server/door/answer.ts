/** Step 16: an answer is checked against what the document promises before it leaves. */
import { type TypeCheck, TypeCompiler } from '@sinclair/typebox/compiler'
import type { TSchema } from '@sinclair/typebox'
import { success } from '../contract/envelope.ts'
import type { Operation } from '../contract/operation.ts'

export class AnswerFault extends Error {}

/** Compiled once an operation: from what `run` answered to the text that is sent, or null for a 204. */
export function compileAnswer(operation: Operation): (answer: unknown) => string | null {
  const { answer: schema, status, desc, service, unwrapped, verb } = operation
  if (status === 204 || schema === undefined) return () => null
  const check: TypeCheck<TSchema> = TypeCompiler.Compile(schema)
  const message = JSON.stringify(success(null, desc, service, verb === 'write').message)
  return (answer) => {
    if (!check.Check(answer)) {
      const error = check.Errors(answer).First()
      throw new AnswerFault(`${operation.id} answers ${error?.path || '/'} outside its schema: ${error?.message}`)
    }
    const text = JSON.stringify(answer)
    return unwrapped ? `${text.slice(0, -1)},"message":${message}}` : `{"data":${text},"message":${message}}`
  }
}

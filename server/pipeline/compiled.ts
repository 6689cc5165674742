/**
 * Compiled checks of schemas. Most processes serve a part of the operations, and compiling all of them takes half a second
 * and 45 MB; so each is compiled when it is first used, in about a millisecond.
 */
import type { TSchema } from '@sinclair/typebox'
import { type TypeCheck, TypeCompiler } from '@sinclair/typebox/compiler'

/** Makes a value at the first call. */
export function once<T extends object>(make: () => T): () => T {
  let compiled: T | undefined
  return () => (compiled ??= make())
}

/** Compiles the schema at the first call. */
export const compiled = (schema: () => TSchema): (() => TypeCheck<TSchema>) =>
  once(() => TypeCompiler.Compile(schema()))

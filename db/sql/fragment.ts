/** Parts of statements that stand in modules, outside any call: they are read by the statement that holds them, never sent. */
import type postgres from 'postgres'
import { makeSql } from '../connection.ts'

export type Fragment = postgres.Fragment

/** A tagged template whose results can only be put into a statement. */
export const fragment = makeSql((query) => {
  query.reject(new Error(`a fragment was sent as a statement: ${query.strings.join(' … ')}`))
})

/** A fragment of constant text. The text of the whole statement stays the same, and with it its prepared plan. */
export const textFragment = (text: string): Fragment => fragment.unsafe(text)

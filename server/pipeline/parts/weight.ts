/**
 * The weight of a response: its values, counted by its schema. It is exact enough to tell which responses are checked and
 * written in slices, and costs nothing where a schema has no lists.
 */
import type { TSchema } from '@sinclair/typebox'

/** Counts the values, no further than it takes to see that they are more than `max`. */
export type Weigh = (value: unknown, max: number) => number

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** The values of a schema without lists; null if their number depends on the value. */
function fixedWeight(schema: TSchema): number | null {
  if (Array.isArray(schema.anyOf)) {
    const options = (schema.anyOf as TSchema[]).map(fixedWeight)
    return options.includes(null) ? null : Math.max(...(options as number[]))
  }
  if (schema.items || schema.patternProperties) return null
  if (!schema.properties) return schema.type === undefined && schema.enum === undefined ? null : 1
  let sum = 1
  for (const field of Object.values(schema.properties as Record<string, TSchema>)) {
    const weight = fixedWeight(field)
    if (weight === null) return null
    sum += weight
  }
  return sum
}

function sumOver(values: readonly unknown[], weigh: Weigh, max: number): number {
  let sum = 1
  for (const value of values) if ((sum += weigh(value, max - sum)) > max) break
  return sum
}

/** A value of any shape. */
const weighAny: Weigh = (value, max) => (isObject(value) ? sumOver(Object.values(value), weighAny, max) : 1)

const inList = (items: TSchema): Weigh => {
  const each = fixedWeight(items)
  const weigh = weightOf(items)
  return (value, max) => {
    if (!Array.isArray(value)) return 1
    return each === null ? sumOver(value, weigh, max) : 1 + value.length * each
  }
}

/** How values of the schema are weighed. */
export function weightOf(schema: TSchema): Weigh {
  const fixed = fixedWeight(schema)
  if (fixed !== null) return () => fixed
  if (Array.isArray(schema.anyOf)) {
    const options = (schema.anyOf as TSchema[]).map(weightOf)
    return (value, max) => (value === null ? 1 : Math.max(...options.map((weigh) => weigh(value, max))))
  }
  if (schema.items) return inList(schema.items as TSchema)
  if (schema.patternProperties) {
    const [inner] = Object.values(schema.patternProperties as Record<string, TSchema>)
    const weigh = weightOf(inner!)
    return (value, max) => (isObject(value) ? sumOver(Object.values(value), weigh, max) : 1)
  }
  if (!schema.properties) return weighAny
  const fields = Object.entries(schema.properties as Record<string, TSchema>)
  const fixedFields = fields.reduce((sum, [, field]) => sum + (fixedWeight(field) ?? 0), 1)
  const others = fields.filter(([, field]) => fixedWeight(field) === null)
  const weighed = others.map(([name, field]) => ({ name, weigh: weightOf(field) }))
  return (value, max) => {
    if (!isObject(value)) return 1
    let sum = fixedFields
    for (const { name, weigh } of weighed) if ((sum += weigh(value[name], max - sum)) > max) break
    return sum
  }
}

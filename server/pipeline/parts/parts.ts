/**
 * Large responses in parts: lists and records are checked, converted and written element by element, in slices of the event
 * loop. What is small is checked and written at once, as whole responses are.
 */
import { type TSchema, Type } from '@sinclair/typebox'
import type { Money } from '../../contract/schema.ts'
import { figuresOf } from '../../exchange_rates/dollars.ts'
import { isSliceOver, type Slices } from '../../queue/slices.ts'
import { compiled } from '../compiled.ts'
import { type Weigh, weightOf } from './weight.ts'

/** Values that are checked and written at once, in well under a millisecond. */
export const partWeightMax = 1_000

const pieceLength = 65_536

/** Text in pieces: one text of many megabytes could only be encoded at once. */
export class Output {
  readonly pieces: string[] = []
  #text = ''

  add(text: string): void {
    this.#text += text
    if (this.#text.length >= pieceLength) this.end()
  }

  end(): void {
    this.pieces.push(this.#text)
    this.#text = ''
  }
}

export interface Part {
  isLarge: (value: unknown) => boolean
  /** Whether the value fits the schema, leaving out the parts that a large one is divided into. */
  fits: (value: unknown) => boolean
  find: (value: unknown, figures: Money[]) => Slices<void>
  /** Writes a value, and returns whether it fits the schema. */
  write: (value: unknown, output: Output) => Slices<boolean>
}

type Fields = Record<string, unknown>

/** Checks and writes at once. */
function writeWhole(check: { Check: (value: unknown) => boolean }, value: unknown, output: Output): boolean {
  if (!check.Check(value)) return false
  output.add(JSON.stringify(value) ?? 'null')
  return true
}

/** What every kind of part shares: how small values are handled. `large` is null for what cannot be divided. */
function partFrom(schema: TSchema, large: Omit<Part, 'isLarge'> | null): Part {
  const weigh: Weigh = weightOf(schema)
  const check = compiled(() => schema)
  const find = figuresOf(schema)
  const isLarge = (value: unknown) => large !== null && weigh(value, partWeightMax) > partWeightMax
  return {
    isLarge,
    fits: (value) => (isLarge(value) ? large!.fits(value) : check().Check(value)),
    *find(value, figures) {
      if (find === null) return
      if (isSliceOver()) yield
      if (isLarge(value)) yield* large!.find(value, figures)
      else find(value, figures)
    },
    *write(value, output) {
      if (isSliceOver()) yield
      return isLarge(value) ? yield* large!.write(value, output) : writeWhole(check(), value, output)
    },
  }
}

function listPart(schema: TSchema): Part {
  const shell = compiled(() => ({ ...schema, items: Type.Unknown() }))
  const item = partOf(schema.items as TSchema)
  const fits = (value: unknown) => shell().Check(value)
  return partFrom(schema, {
    fits,
    *find(value, figures) {
      for (const one of value as unknown[]) yield* item.find(one, figures)
    },
    *write(value, output) {
      if (!fits(value)) return false
      output.add('[')
      for (const [at, one] of (value as unknown[]).entries()) {
        if (at > 0) output.add(',')
        if (!(yield* item.write(one, output))) return false
      }
      output.add(']')
      return true
    },
  })
}

/** An object or a record; its shell has the fields that are small, and `partFor` returns the parts of the others. */
function objectPart(schema: TSchema, shellSchema: TSchema, partFor: (name: string) => Part | null): Part {
  const shell = compiled(() => shellSchema)
  const findSmall = figuresOf(shellSchema)
  const fits = (value: unknown) => shell().Check(value)
  return partFrom(schema, {
    fits,
    *find(value, figures) {
      findSmall?.(value, figures)
      for (const [name, field] of Object.entries(value as Fields)) yield* partFor(name)?.find(field, figures) ?? []
    },
    *write(value, output) {
      if (!fits(value)) return false
      let lead = '{'
      for (const [name, field] of Object.entries(value as Fields)) {
        if (field === undefined) continue
        output.add(`${lead}${JSON.stringify(name)}:`)
        lead = ','
        const part = partFor(name)
        if (part === null) output.add(JSON.stringify(field) ?? 'null')
        else if (!(yield* part.write(field, output))) return false
      }
      output.add(lead === '{' ? '{}' : '}')
      return true
    },
  })
}

const isDivisible = ({ items, patternProperties, properties, anyOf }: TSchema): boolean =>
  Boolean(items ?? patternProperties) ||
  Object.values((properties ?? {}) as Record<string, TSchema>).some(isDivisible) ||
  (Array.isArray(anyOf) && (anyOf as TSchema[]).some(isDivisible))

function fieldsPart(schema: TSchema): Part {
  const fields = Object.entries(schema.properties as Record<string, TSchema>)
  const parts = new Map(fields.filter(([, field]) => isDivisible(field)).map(([name, field]) => [name, partOf(field)]))
  const small = fields.map(([name, field]) => [name, parts.has(name) ? Type.Unknown() : field])
  const shell = { ...schema, properties: Object.fromEntries(small) }
  return objectPart(schema, shell, (name) => parts.get(name) ?? null)
}

function recordPart(schema: TSchema): Part {
  const [[pattern, inner]] = Object.entries(schema.patternProperties as Record<string, TSchema>) as [[string, TSchema]]
  const part = partOf(inner)
  const shell = { ...schema, patternProperties: { [pattern]: Type.Unknown() } }
  return objectPart(schema, shell, () => part)
}

/** One of several shapes: the first that fits. */
function choicePart(schema: TSchema): Part {
  const options = (schema.anyOf as TSchema[]).map(partOf)
  const fitting = (value: unknown) => options.find((option) => option.fits(value))
  return partFrom(schema, {
    fits: (value) => fitting(value) !== undefined,
    *find(value, figures) {
      yield* fitting(value)?.find(value, figures) ?? []
    },
    *write(value, output) {
      const option = fitting(value)
      return option === undefined ? false : yield* option.write(value, output)
    },
  })
}

export function partOf(schema: TSchema): Part {
  if (!isDivisible(schema)) return partFrom(schema, null)
  if (Array.isArray(schema.anyOf)) return choicePart(schema)
  if (schema.items) return listPart(schema)
  return schema.patternProperties ? recordPart(schema) : fieldsPart(schema)
}

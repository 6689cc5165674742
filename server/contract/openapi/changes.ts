/**
 * Compares two surfaces and classifies each difference. Breaking: a field that is removed, renamed or retyped, a new
 * required input, a changed default, a narrower limit, a changed code or status. Everything else is additive.
 */
import { soldWithTiers } from '../resources.ts'
import { includesRole, type Role, roles } from '../resources.ts'
import type { FieldFact, Facts, Surface } from './surface.ts'

export interface Change {
  subject: string
  /** The fact within the subject; empty if the whole subject was added or removed. */
  fact: string
  kind: 'additive' | 'breaking'
  description: string
}

type Classified = { kind: Change['kind']; description: string }
const additive = (description: string): Classified => ({ kind: 'additive', description })
const breaking = (description: string): Classified => ({ kind: 'breaking', description })

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)
const shown = (value: unknown): string => (value === undefined ? 'none' : JSON.stringify(value))
const moved = (what: string, before: unknown, after: unknown): string => `${what} ${shown(before)} → ${shown(after)}`

/** Whether a bound accepts less than before; an absent bound accepts everything. */
function isNarrower(bound: string, was: FieldFact, now: FieldFact): boolean {
  const [before, after] = [was[bound], now[bound]]
  // Values outside clamped bounds are accepted, so a clamped bound is narrower only once it refuses them.
  if (bound === 'x-clamped') return after !== true
  if (after === undefined || (now['x-clamped'] === true && (bound === 'minimum' || bound === 'maximum'))) return false
  if (bound === 'enum')
    return before === undefined || !(before as unknown[]).every((one) => (after as unknown[]).includes(one))
  if (bound === 'maximum' || bound.startsWith('max')) return before === undefined || Number(after) < Number(before)
  if (bound === 'minimum' || bound.startsWith('min')) return before === undefined || Number(after) > Number(before)
  return !same(before, after)
}

const typesOf = (fact: FieldFact): string[] => fact.type.split('|')

/** An input may accept more types than before; an output may have fewer, and null where it was absent. */
function classifyType(kind: string, before: FieldFact, after: FieldFact): Classified[] {
  if (before.type === after.type) return []
  const isNullInstead = before.optional === true && after.optional === undefined
  const answered = typesOf(after).filter((type) => !(isNullInstead && type === 'null'))
  const [narrower, wider] = kind === 'in' ? [typesOf(before), typesOf(after)] : [answered, typesOf(before)]
  const change = moved('type', before.type, after.type)
  return [narrower.every((one) => wider.includes(one)) ? additive(change) : breaking(change)]
}

function classifyInput(before: FieldFact, after: FieldFact): Classified[] {
  const changes: Classified[] = []
  if (before.required !== after.required)
    changes.push(after.required ? breaking('is now required') : additive('is now optional'))
  for (const bound of new Set([...Object.keys(before), ...Object.keys(after)])) {
    if (['type', 'required', 'values'].includes(bound) || same(before[bound], after[bound])) continue
    const change = moved(bound, before[bound], after[bound])
    // The default of a required input was never used, so changing it breaks no client.
    if (bound === 'default') changes.push(before.required ? additive(change) : breaking(change))
    else changes.push(isNarrower(bound, before, after) ? breaking(change) : additive(change))
  }
  if (!same(before.values, after.values)) changes.push(additive(moved('known values', before.values, after.values)))
  return changes
}

function classifyOutput(before: FieldFact, after: FieldFact): Classified[] {
  const changes: Classified[] = []
  if (before.optional !== after.optional)
    changes.push(after.optional ? breaking('is no longer always present') : additive('is now always present'))
  for (const word of ['format', 'const'])
    if (!same(before[word], after[word])) changes.push(breaking(moved(word, before[word], after[word])))
  const [was, now] = [valuesOf(before), valuesOf(after)]
  if (!same(was, now)) changes.push(additive(moved('values', was, now)))
  return changes
}

/** Known values of an output, from an open list or an enum: clients must tolerate new ones either way. */
const valuesOf = ({ values, enum: closed }: FieldFact): unknown => values ?? closed

/** A plan that included the operation before must still include it. */
const rung = (tier: unknown): number => (soldWithTiers as readonly unknown[]).indexOf(tier)
/** A user whose role was enough before must still be let in. */
const isRole = (value: unknown): value is Role => (roles as readonly unknown[]).includes(value)
const isAdditiveByName: Record<string, (before: unknown, after: unknown) => boolean> = {
  'is sold_with': (before, after) => rung(after) <= rung(before),
  'is idempotency': (before, after) => before === 'none' && after === 'optional',
  'is needs': (before, after) => isRole(before) && isRole(after) && includesRole(before, after),
  'is max': (before, after) => Number(after) >= Number(before),
  'is min': (before, after) => Number(after) <= Number(before),
}

function classifyChanged(name: string, before: unknown, after: unknown): Classified[] {
  const kind = name.split(' ')[0]!
  if (kind === 'in' || kind === 'out') {
    const [was, now] = [before as FieldFact, after as FieldFact]
    return [...classifyType(kind, was, now), ...(kind === 'in' ? classifyInput(was, now) : classifyOutput(was, now))]
  }
  const change = moved('is', before, after)
  if (kind === 'filter')
    return [
      (before as string[]).every((one) => (after as string[]).includes(one)) ? additive(change) : breaking(change),
    ]
  return [isAdditiveByName[name]?.(before, after) ? additive(change) : breaking(change)]
}

function classifyAdded(name: string, fact: unknown): Classified {
  if (name.startsWith('in ') && (fact as FieldFact).required) return breaking('is a new required input')
  if (name === 'is capability' || name === 'is account') return breaking('is a new requirement of the call')
  return additive('is new')
}

/** Whether a parent was added or removed with this path: the parents of `a.b[].c` are `a.b[]`, `a.b` and `a`. */
function hasParentIn(name: string, others: ReadonlySet<string>): boolean {
  const ends = [...name.matchAll(/\.|\[\]|\{\}|\(\d+\)/g)].map((match) => match.index)
  return ends.some((end) => others.has(name.slice(0, end)))
}

function factChanges(subject: string, before: Facts, after: Facts): Change[] {
  const changes: Change[] = []
  const add = (fact: string, { kind, description }: Classified) => changes.push({ subject, fact, kind, description })
  const removed = new Set(Object.keys(before).filter((name) => !(name in after)))
  const added = new Set(Object.keys(after).filter((name) => !(name in before)))
  for (const name of removed) if (!hasParentIn(name, removed)) add(name, breaking('was removed'))
  for (const name of added) if (!hasParentIn(name, added)) add(name, classifyAdded(name, after[name]))
  for (const name of Object.keys(before).filter((one) => one in after && !same(before[one], after[one])))
    for (const change of classifyChanged(name, before[name], after[name])) add(name, change)
  return changes
}

export function changesBetween(released: Surface, present: Surface): Change[] {
  const changes: Change[] = []
  for (const [subject, before] of Object.entries(released)) {
    const after = present[subject]
    if (after !== undefined) changes.push(...factChanges(subject, before, after))
    // A code that an operation now declares is a fact of the operation instead of a subject.
    else if (!movedToAnOperation(subject, before, present))
      changes.push({ subject, fact: '', ...breaking('was removed') })
  }
  for (const subject of Object.keys(present))
    if (!(subject in released) && !cameFromAnOperation(subject, present, released))
      changes.push({ subject, fact: '', ...additive('is new') })
  return changes
}

function movedToAnOperation(subject: string, facts: Facts, surface: Surface): boolean {
  if (!subject.startsWith('code:')) return false
  const name = subject.replace('code:', 'code ')
  return Object.values(surface).some((other) => other[name] === facts['is status'])
}
const cameFromAnOperation = (subject: string, present: Surface, released: Surface): boolean =>
  movedToAnOperation(subject, present[subject]!, released)

const escaped = (text: string): string => text.replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&')
const matches = (pattern: string, text: string): boolean =>
  new RegExp(`^${escaped(pattern).replaceAll('*', '.*')}$`).test(text)
/** `suppliers.*`, `event:order.created`, `products.get_product out body.data.colour`, `* code not_found`. */
const covers = (pattern: string, { subject, fact }: Change): boolean =>
  matches(pattern, subject) || matches(pattern, `${subject} ${fact}`)

export interface Covering {
  train: string
  kind: Change['kind']
  covers: readonly string[]
}

/** Changes without a changelog entry, and breaking changes to a public train, which need a new train. */
export function faultsOf(
  changes: readonly Change[],
  entries: readonly Covering[],
  releasedTrain: string,
  isPublic = true,
): string[] {
  return changes.flatMap((change) => {
    const covering = entries.filter((entry) => entry.covers.some((pattern) => covers(pattern, change)))
    const name = `${change.subject}${change.fact && ` ${change.fact}`} ${change.description}`
    if (change.kind === 'additive') return covering.length > 0 ? [] : [`${name}: no changelog entry covers it`]
    const mayLand = covering.some(({ kind, train }) => kind === 'breaking' && (train !== releasedTrain || !isPublic))
    return mayLand ? [] : [`${name}: breaks the published train ${releasedTrain}`]
  })
}

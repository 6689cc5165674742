/**
 * What differs between two surfaces, each difference judged. Breaking: removing, renaming or retyping a field, a new
 * required input, a changed default, a narrower limit, a changed code or status. All else is additive.
 */
import { soldWithTiers } from '../resources.ts'
import type { FieldFact, Facts, Surface } from './surface.ts'

export interface Change {
  subject: string
  /** The fact within the subject; empty where the whole subject came or went. */
  fact: string
  kind: 'additive' | 'breaking'
  words: string
}

type Judged = { kind: Change['kind']; words: string }
const additive = (words: string): Judged => ({ kind: 'additive', words })
const breaking = (words: string): Judged => ({ kind: 'breaking', words })

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)
const shown = (value: unknown): string => (value === undefined ? 'none' : JSON.stringify(value))
const moved = (what: string, before: unknown, after: unknown): string => `${what} ${shown(before)} → ${shown(after)}`

/** Whether a bound lets less through than before; absent is no bound at all. */
function isNarrower(bound: string, was: FieldFact, now: FieldFact): boolean {
  const [before, after] = [was[bound], now[bound]]
  // Numbers beyond clamped bounds are answered like the nearer end: nothing is shut out until they are refused.
  if (bound === 'x-clamped') return after !== true
  if (after === undefined || (now['x-clamped'] === true && (bound === 'minimum' || bound === 'maximum'))) return false
  if (bound === 'enum')
    return before === undefined || !(before as unknown[]).every((one) => (after as unknown[]).includes(one))
  if (bound === 'maximum' || bound.startsWith('max')) return before === undefined || Number(after) < Number(before)
  if (bound === 'minimum' || bound.startsWith('min')) return before === undefined || Number(after) > Number(before)
  return !same(before, after)
}

const typesOf = (fact: FieldFact): string[] => fact.type.split('|')

/** An input may take more types than it did; an answer may hold fewer. */
function judgeType(kind: string, before: FieldFact, after: FieldFact): Judged[] {
  if (before.type === after.type) return []
  const [kept, wider] = kind === 'in' ? [typesOf(before), typesOf(after)] : [typesOf(after), typesOf(before)]
  const words = moved('type', before.type, after.type)
  return [kept.every((one) => wider.includes(one)) ? additive(words) : breaking(words)]
}

function judgeInput(before: FieldFact, after: FieldFact): Judged[] {
  const judged: Judged[] = []
  if (before.required !== after.required)
    judged.push(after.required ? breaking('is now required') : additive('is now optional'))
  for (const bound of new Set([...Object.keys(before), ...Object.keys(after)])) {
    if (['type', 'required', 'values'].includes(bound) || same(before[bound], after[bound])) continue
    const words = moved(bound, before[bound], after[bound])
    // Nobody could leave out what was required, so nobody relied on what then held.
    if (bound === 'default') judged.push(before.required ? additive(words) : breaking(words))
    else judged.push(isNarrower(bound, before, after) ? breaking(words) : additive(words))
  }
  if (!same(before.values, after.values)) judged.push(additive(moved('known values', before.values, after.values)))
  return judged
}

function judgeAnswer(before: FieldFact, after: FieldFact): Judged[] {
  const judged: Judged[] = []
  if (before.optional !== after.optional)
    judged.push(after.optional ? breaking('is no longer always there') : additive('is now always there'))
  for (const word of ['format', 'const'])
    if (!same(before[word], after[word])) judged.push(breaking(moved(word, before[word], after[word])))
  const [was, now] = [valuesOf(before), valuesOf(after)]
  if (!same(was, now)) judged.push(additive(moved('values', was, now)))
  return judged
}

/** Whether an answer's values stand in an open list or in a closed one: clients were always to bear new ones. */
const valuesOf = ({ values, enum: closed }: FieldFact): unknown => values ?? closed

/** A plan that sold it before must go on selling it. */
const rung = (tier: unknown): number => (soldWithTiers as readonly unknown[]).indexOf(tier)
const judgedByName: Record<string, (before: unknown, after: unknown) => boolean> = {
  'is sold_with': (before, after) => rung(after) <= rung(before),
  'is idempotency': (before, after) => before === 'none' && after === 'optional',
  'is max': (before, after) => Number(after) >= Number(before),
  'is min': (before, after) => Number(after) <= Number(before),
}

function judgeMoved(name: string, before: unknown, after: unknown): Judged[] {
  const kind = name.split(' ')[0]!
  if (kind === 'in' || kind === 'out') {
    const [was, now] = [before as FieldFact, after as FieldFact]
    return [...judgeType(kind, was, now), ...(kind === 'in' ? judgeInput(was, now) : judgeAnswer(was, now))]
  }
  const words = moved('is', before, after)
  if (kind === 'filter')
    return [(before as string[]).every((one) => (after as string[]).includes(one)) ? additive(words) : breaking(words)]
  return [judgedByName[name]?.(before, after) ? additive(words) : breaking(words)]
}

function judgeNew(name: string, fact: unknown): Judged {
  if (name.startsWith('in ') && (fact as FieldFact).required) return breaking('is a new required input')
  if (name === 'is capability' || name === 'is account') return breaking('is a new condition of the call')
  return additive('is new')
}

/** Whether something that holds this place came or went with it: `a.b[].c` stands in `a.b[]`, `a.b` and `a`. */
function standsIn(name: string, others: ReadonlySet<string>): boolean {
  const ends = [...name.matchAll(/\.|\[\]|\{\}|\(\d+\)/g)].map((match) => match.index)
  return ends.some((end) => others.has(name.slice(0, end)))
}

function factChanges(subject: string, before: Facts, after: Facts): Change[] {
  const changes: Change[] = []
  const add = (fact: string, { kind, words }: Judged) => changes.push({ subject, fact, kind, words })
  const gone = new Set(Object.keys(before).filter((name) => !(name in after)))
  const come = new Set(Object.keys(after).filter((name) => !(name in before)))
  for (const name of gone) if (!standsIn(name, gone)) add(name, breaking('is gone'))
  for (const name of come) if (!standsIn(name, come)) add(name, judgeNew(name, after[name]))
  for (const name of Object.keys(before).filter((one) => one in after && !same(before[one], after[one])))
    for (const judged of judgeMoved(name, before[name], after[name])) add(name, judged)
  return changes
}

export function changesBetween(released: Surface, present: Surface): Change[] {
  const changes: Change[] = []
  for (const [subject, before] of Object.entries(released)) {
    const after = present[subject]
    if (after !== undefined) changes.push(...factChanges(subject, before, after))
    // A code that an operation answers from now on stands there instead of alone.
    else if (!movedToAnOperation(subject, before, present)) changes.push({ subject, fact: '', ...breaking('is gone') })
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

/** The changes that no entry tells of, and the breaking ones that no entry may: those wait for a train of their own. */
export function faultsOf(
  changes: readonly Change[],
  entries: readonly Covering[],
  releasedTrain: string,
  isPublic = true,
): string[] {
  return changes.flatMap((change) => {
    const told = entries.filter((entry) => entry.covers.some((pattern) => covers(pattern, change)))
    const name = `${change.subject}${change.fact && ` ${change.fact}`} ${change.words}`
    if (change.kind === 'additive') return told.length > 0 ? [] : [`${name}: no changelog entry tells of it`]
    const mayLand = told.some(({ kind, train }) => kind === 'breaking' && (train !== releasedTrain || !isPublic))
    return mayLand ? [] : [`${name}: this breaks the published train ${releasedTrain}`]
  })
}

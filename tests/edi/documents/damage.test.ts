/**
 * X12 has no checksum: it protects structure by tags and counts, quantities by their sum, and sets by control numbers. So a file
 * that lost one byte is refused; or it says the same; or only values of the one segment that lost the byte differ, and then none
 * of its lines is missing, no quantity that CTT sums up differs, unless a zero is gone, and every day is the same or is gone.
 */
import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { type ReadEdiDocument, readEdiDocument } from '../../../server/edi/documents/read_document.ts'
import { X12Error } from '../../../server/edi/x12/faults.ts'
import { readEnvelope } from '../../../server/edi/x12/read_envelope.ts'
import { writeInterchange } from '../../../server/edi/x12/write_interchange.ts'
import { documents } from './any_document.ts'

/** Bytes of one document that are lost, each alone. */
const bytesMax = 300

const envelope = {
  sender: { qualifier: 'ZZ', id: 'MERCHANT' },
  receiver: { qualifier: '01', id: '123456789' },
  usage: 'T' as const,
  control_number: 42,
  now: '2026-11-21T09:30:00.000Z',
}

const counts = ['units_sold', 'units_returned', 'on_hand', 'on_order'] as const

/** A damaged door of an 852 is a further door, so its rows are compared by their sums. */
function summary(document: ReadEdiDocument): object {
  if (document.type !== '852') return document
  const { rows, ...record } = document.record
  const sums = counts.map((name) => [name, rows.reduce((total, row) => total + (row[name] ?? 0), 0)])
  return { type: document.type, record: { ...record, sums: Object.fromEntries(sums) } }
}

/** What a file says; null if it is refused. */
function readAll(text: string): object | null {
  const { interchanges, unread } = readEnvelope(text)
  const [interchange] = interchanges
  const [group] = interchange?.groups ?? []
  const [set] = group?.transactions ?? []
  if (unread !== null || interchange!.fault !== null) return null
  if (group === undefined || group.codes.length > 0 || set === undefined || set.codes.length > 0) return null
  const { sender, receiver, control_number, usage } = interchange!
  try {
    const document = readEdiDocument(set)
    return document === null ? null : { sender, receiver, control_number, usage, document: summary(document) }
  } catch (error) {
    expect(error).toBeInstanceOf(X12Error)
    return null
  }
}

/** Every value by its path. */
function leaves(value: unknown, path = ''): [string, unknown][] {
  if (typeof value !== 'object' || value === null) return [[path, value]]
  return Object.entries(value).flatMap(([name, one]) => leaves(one, `${path}/${name}`))
}

function differences(before: object, after: object): [path: string, before: unknown, after: unknown][] {
  const [was, is] = [new Map(leaves(before)), new Map(leaves(after))]
  return [...new Set([...was.keys(), ...is.keys()])]
    .filter((path) => was.get(path) !== is.get(path))
    .map((path) => [path, was.get(path), is.get(path)])
}

const isDay = (value: unknown) => typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value)
/** Quantities that CTT sums up. */
const summed = /\/(lines|items)\/\d+\/(quantity|available|on_hand|on_order)$|\/lines\/\d+\/ordered_quantity$|\/sums\//

/** A sum is the same whether it has a zero or not, so a lost zero goes unnoticed. */
const isLostZero = (was: unknown, is: unknown) => was === 0 && is === null

/** What must not differ: the envelope, summed quantities, days. */
const isGrave = ([path, was, is]: [path: string, before: unknown, after: unknown]) =>
  !path.startsWith('/document/record') || (summed.test(path) && !isLostZero(was, is)) || (isDay(was) && isDay(is))

/** The lines, doors, cartons and further lists that there are. */
const shape = (record: object) =>
  new Set(
    leaves(record)
      .filter(([path]) => !/\/(address|other_ids|codes)\//.test(path))
      .map(([path]) => /^.*\/\d+(?=\/)/.exec(path)?.[0]),
  )

for (const { type, any } of documents)
  test(`a ${type} that lost a byte is refused, or nothing that X12 protects differs`, () => {
    const wrong: unknown[] = []
    fc.assert(
      fc.property(any, fc.nat(), ({ set }, start) => {
        const text = writeInterchange({ ...envelope, transactions: [set()] })
        const whole = readAll(text)!
        const step = Math.ceil(text.length / bytesMax)
        for (let i = start % step; i < text.length; i += step) {
          const read = readAll(text.slice(0, i) + text.slice(i + 1))
          if (read === null) continue
          const found = differences(whole, read).filter(isGrave)
          const lists = shape(whole).symmetricDifference(shape(read))
          if (found.length > 0 || lists.size > 0) wrong.push([text.slice(0, i), text.slice(i), found, lists])
        }
      }),
      { numRuns: 8 },
    )
    expect(wrong.slice(0, 3)).toEqual([])
  })

/** Generated sentences that change an order pass nowhere without a word, and footers of ordinary papers seldom stop a draft. */
import { expect, setDefaultTimeout, test } from 'bun:test'
import { readSheet } from '../stated/grids.ts'
import { footers } from './footers.ts'
import { guises, hostileSentences } from './sentences.ts'

setDefaultTimeout(120_000)

const table = ['SKU | Qty | Price', 'JUMPER-M | 10 | 24.00', 'JUMPER-L | 4 | 24.00']
const total = 'Total | 14 | 336.00'
const parties = ['Northern Outfitters', 'Nord']

/** The table with a text above, between and below the lines, and below the total. */
const places = (text: string): string[][] => [
  [text, ...table, total],
  [table[0]!, table[1]!, text, table[2]!],
  [...table, text],
  [...table, total, text],
]
const stops = (lines: string[]) => readSheet(lines, [], parties).problems.length > 0

test('of more than 300 sentences about price, quantity, unit, currency, date, place and standing none passes silently', () => {
  expect(hostileSentences.length).toBeGreaterThan(300)
  const kinds = new Set(hostileSentences.map(({ kind }) => kind))
  expect(kinds.size).toBe(8)
  const silent = hostileSentences.flatMap(({ text }, i) => {
    const guise = guises[i % guises.length]!(text)
    return [text, guise].flatMap((one) => places(one).filter((lines) => !stops(lines)).map(() => one))
  })
  expect(silent).toEqual([])
}) // prettier-ignore

test('in every guise, each kind of sentence is named', () => {
  const byKind = [...Map.groupBy(hostileSentences, ({ kind }) => kind).values()]
  for (const sentences of byKind)
    for (const guise of guises)
      for (const { text } of sentences.filter((_, i) => i % 7 === 0))
        expect([guise(text), stops([guise(text), ...table])]).toEqual([guise(text), true])
})

/** A twelfth: three of the sixty say what is on no list, and two have names that could be more than that. */
const falseStopsMax = 5

test('footers of sixty ordinary papers leave the draft as it is, but for a few', () => {
  expect(footers.length).toBeGreaterThanOrEqual(60)
  const stopped = footers.filter((rows) => stops([...table, total, ...rows]) || stops([...rows, ...table, total]))
  if (stopped.length > falseStopsMax)
    expect(stopped.map((rows) => readSheet([...table, total, ...rows]).problems.map(({ sentence }) => sentence))).toEqual([])
}) // prettier-ignore

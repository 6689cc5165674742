import { expect, test } from 'bun:test'
import { Readable } from 'node:stream'
import fc from 'fast-check'
import { X12Parser, type X12Interchange } from 'node-x12'
import { X12parser } from 'x12-parser'
import { componentMark, type Segment } from '../../../server/edi/x12/segments.ts'
import { writeInterchange } from '../../../server/edi/x12/write_interchange.ts'
import { documents } from './any_document.ts'

const envelope = {
  sender: { qualifier: 'ZZ', id: 'MERCHANT' },
  receiver: { qualifier: '01', id: '123456789' },
  usage: 'T' as const,
  control_number: 42,
  now: '2026-11-21T09:30:00.000Z',
}

/** What was written: elements without outer spaces, none omitted at the end. */
const plain = (segment: Segment): string[] => {
  const elements = segment.map((text) => text.replaceAll(componentMark, '>').trim())
  return elements.slice(0, elements.findLastIndex((text) => text !== '') + 1)
}

function readByNodeX12(text: string): string[][] {
  const { functionalGroups } = new X12Parser(true).parse(text) as X12Interchange
  const { segments } = functionalGroups[0]!.transactions[0]!
  return segments.map(({ tag, elements }) => plain([tag, ...elements.map(({ value }) => value ?? '')]))
}

/** This parser names components `4-1` after the first one, `4`. */
async function readByX12Parser(text: string): Promise<string[][]> {
  const found: string[][] = []
  for await (const { name, ...elements } of Readable.from([text]).pipe(new X12parser('utf8')) as AsyncIterable<
    Record<string, string>
  >) {
    const segment = [name!]
    for (const [place, value] of Object.entries(elements)) {
      const [element, component] = place.split('-').map(Number)
      segment[element!] = component === undefined ? value : `${segment[element!]}>${value}`
    }
    found.push(plain(segment))
  }
  const start = found.findIndex(([tag]) => tag === 'ST')
  return found.slice(
    start + 1,
    found.findIndex(([tag]) => tag === 'SE'),
  )
}

for (const { type, any } of documents)
  test(`two other parsers read every ${type} with the values that were written`, async () => {
    await fc.assert(
      fc.asyncProperty(any, fc.constantFrom('004010', '005010'), async ({ set }, version) => {
        const text = writeInterchange({ ...envelope, version, transactions: [set()] })
        const written = set().segments.map(plain)
        expect(readByNodeX12(text)).toEqual(written)
        expect(await readByX12Parser(text)).toEqual(written)
      }),
      { numRuns: 25 },
    )
  })

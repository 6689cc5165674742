/**
 * Checks a written document against what public guides require of it, without the writer's code: the text is parsed by
 * node-x12, and the requirements are written down here once more, as patterns of whole segments.
 */
import { X12Parser, type X12Interchange } from 'node-x12'

type Block = 'shipment' | 'order' | 'carton' | 'item' | 'document'
type Expected = Partial<Record<Block, readonly RegExp[]>>

const notice: Expected = {
  order: [/^PRF\*[^*]+/],
  carton: [/^MAN\*GM\*00\d{18}$/],
  item: [/^LIN\*[^*]*\*[A-Z]{2}\*[^*]+/, /^SN1\*[^*]*\*\d+\*[A-Z]{2}/],
}
const place = [
  /^TD1\*CTN\d{0,2}\*\d+/,
  /^TD5\*/,
  /^REF\*BM\*[^* ]+$/,
  /^DTM\*011\*\d{8}$/,
  /^N1\*ST\*[^*]*\*\d{1,2}\*[^*]+$/,
  /^N1\*SF\*/,
  /^N4\*[^*]+\*[A-Z]{2}\*\d{5}/,
]

/** By guide and document; `text` and `version` are of the whole interchange. */
const expected: Record<string, { version: string; text: RegExp; documents: Record<string, Expected> }> = {
  macys_5010: {
    version: '005010VICS',
    text: /^[^a-z]*$/,
    documents: { '856': { ...notice, shipment: place, order: [...notice.order!, /^N1\*BY\*[^*]*\*\d{1,2}\*[^*]+$/] } },
  },
  jcpenney_4030: {
    version: '004030VICS',
    text: /^/,
    documents: {
      '856': { ...notice, shipment: [...place, /^DTM\*017\*\d{8}$/] },
      '810': { document: [/^BIG\*\d{8}\*[^*]+\*\d*\*[^*]+/, /^REF\*DP\*[^*]+/, /^REF\*IA\*[^*]+/] },
    },
  },
  bonton_4010: {
    version: '004010VICS',
    text: /^/,
    documents: {
      '810': {
        document: [
          /^BIG\*\d{8}\*[^*]+\*\d*\*[^*]+/,
          /^REF\*DP\*[^*]+/,
          /^N1\*ST\*[^*]*\*92\*[^*]+$/,
          /^N1\*BY\*[^*]*\*92\*[^*]+$/,
          /^ITD\*/,
        ],
      },
    },
  },
}

const blockOfLevel: Record<string, Block> = { S: 'shipment', O: 'order', P: 'carton', I: 'item' }

/** What the text lacks of the guide; empty if it has everything. */
export function lackedOf(guide: string, text: string): string[] {
  const { version, text: characters, documents } = expected[guide]!
  const { functionalGroups } = new X12Parser(true).parse(text.replaceAll('\n', '')) as X12Interchange
  const [group] = functionalGroups
  const [transaction] = group!.transactions
  const segments = transaction!.segments.map(({ tag, elements }) =>
    [tag, ...elements.map(({ value }) => value ?? '')].join('*').replace(/\*+$/, ''),
  )
  const type = transaction!.header.elements[0]!.value!
  const blocks: { block: Block; segments: string[] }[] = [{ block: 'document', segments }]
  for (const segment of segments) {
    const block = blockOfLevel[/^HL\*\d+\*\d*\*([A-Z])/.exec(segment)?.[1] ?? '']
    if (block !== undefined) blocks.push({ block, segments: [] })
    if (blocks.length > 1) blocks.at(-1)!.segments.push(segment)
  }
  const faults = Object.entries(documents[type] ?? {}).flatMap(([block, patterns]) => {
    const own = blocks.filter((one) => one.block === block)
    if (own.length === 0) return [`no ${block}`]
    return patterns
      .filter((pattern) => own.some((one) => !one.segments.some((segment) => pattern.test(segment))))
      .map((pattern) => `${block} ${pattern.source}`)
  })
  const written = group!.header.elements[7]!.value
  return [
    ...faults,
    ...(written === version ? [] : [`GS08 is ${written}`]),
    ...(characters.test(text) ? [] : ['characters of the text']),
  ]
}

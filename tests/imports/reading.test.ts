/** Files in every encoding, delimiter and style are read value for value, from any place in them. */
import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { readCsvRows } from '../../server/imports/reading/csv_rows.ts'
import { type Encoding, inspect } from '../../server/imports/reading/encoding.ts'
import { FileFault } from '../../server/files/file_fault.ts'
import { readDay, readInstant } from '../../server/imports/values/dates.ts'
import { readDecimal } from '../../server/imports/values/numbers.ts'

/** Every character of Windows-1252 that is no control character, by its byte. */
const latin = new Map<string, number>()
for (let byte = 0x20; byte < 0x100; byte++)
  if (byte !== 0x7f && ![0x81, 0x8d, 0x8f, 0x90, 0x9d].includes(byte))
    latin.set(new TextDecoder('windows-1252').decode(Uint8Array.of(byte)), byte)

function encode(text: string, encoding: Encoding, hasMark: boolean): Uint8Array {
  if (encoding === 'windows-1252') return Uint8Array.from(text, (char) => latin.get(char) ?? char.codePointAt(0)!)
  if (encoding === 'utf-8')
    return Buffer.concat([hasMark ? Buffer.from([0xef, 0xbb, 0xbf]) : Buffer.alloc(0), Buffer.from(text)])
  const little = Buffer.from(`\ufeff${text}`, 'utf16le')
  return encoding === 'utf-16le' ? little : little.swap16()
}

async function* inPieces(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.slice(at, at + size)
}

const latinText = fc.string({
  unit: fc.constantFrom(...latin.keys(), '\n', '"', ',', ';', '\t', '|', '\r\n'),
  maxLength: 12,
})
const anyText = fc.string({
  unit: fc.oneof(
    fc.constantFrom('"', ',', ';', '\n', 'é', '漢', '😀', '\u00a0'),
    fc.string({ minLength: 1, maxLength: 1, unit: 'grapheme' }),
  ),
  maxLength: 12,
})

/** A character of two bytes or more, as Latin-1 shows it. */
const utf8 = /[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3}/

const encodings: readonly Encoding[] = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252']

const file = fc
  .record({
    encoding: fc.constantFrom(...encodings),
    hasMark: fc.boolean(),
    delimiter: fc.constantFrom(',', ';', '\t', '|'),
    newline: fc.constantFrom('\n', '\r\n', '\r'),
    quotesAll: fc.boolean(),
    endsWithNewline: fc.boolean(),
    columns: fc.integer({ min: 2, max: 5 }),
    piece: fc.integer({ min: 1, max: 64 }),
  })
  .chain((shape) =>
    fc.record({
      shape: fc.constant(shape),
      rows: fc.array(
        fc.oneof(
          {
            weight: 6,
            arbitrary: fc.array(shape.encoding === 'windows-1252' ? latinText : anyText, {
              minLength: shape.columns,
              maxLength: shape.columns,
            }),
          },
          { weight: 1, arbitrary: fc.constant([] as string[]) },
        ),
        { minLength: 1, maxLength: 15 },
      ),
    }),
  )

const plain = (text: string) => text.trim() || null

test('no value is changed by encoding, delimiter, quoting, line ends or blank rows, wherever reading begins', async () => {
  await fc.assert(
    fc.asyncProperty(file, async ({ shape, rows }) => {
      const { encoding, hasMark, delimiter, newline, quotesAll, endsWithNewline, piece } = shape
      const mustQuote = (text: string) => quotesAll || /["\r\n]/.test(text) || text.includes(delimiter)
      const cell = (text: string) => (mustQuote(text) ? `"${text.replaceAll('"', '""')}"` : text)
      const lines = rows.map((row) => row.map((text) => cell(text)).join(delimiter))
      const whole = lines.join(newline) + (endsWithNewline ? newline : '')
      const text = whole.toWellFormed().replaceAll('\u0000', '')
      fc.pre(text === whole && text.trim() !== '' && !text.startsWith('\ufeff'))
      // A blank last row without a line end is no row.
      const expected = rows.map((row) => (row.length === 0 ? [null] : row.map(plain)))
      if (!endsWithNewline && lines.at(-1) === '') expected.pop()
      const bytes = encode(text, encoding, hasMark)
      // Bytes of Windows-1252 that are also UTF-8 have two readings, and nothing in the file says which.
      fc.pre(encoding !== 'windows-1252' || !utf8.test(Buffer.from(bytes).toString('latin1')))
      const found = await inspect(inPieces(bytes, piece))
      // ASCII alone is both; half of all files are.
      if (found.encoding !== encoding) expect([encoding, found.encoding]).toEqual(['windows-1252', 'utf-8'])
      const format = { encoding: found.encoding, delimiter }
      const read: { cells: (string | null)[]; offset: number; row_number: number }[] = []
      const start = { offset: found.bom_bytes, row_number: 0 }
      for await (const { rows: some, offsetOf } of readCsvRows(
        inPieces(bytes.subarray(found.bom_bytes), piece),
        format,
        start,
      ))
        read.push(...some.map((row) => ({ cells: row.cells, row_number: row.row_number, offset: offsetOf(row.end) })))
      expect(read.map(({ cells }) => cells)).toEqual(expected)
      const middle = read[Math.floor(read.length / 2)]
      if (middle === undefined) return
      const rest: (string | null)[][] = []
      const again = { offset: middle.offset, row_number: middle.row_number }
      for await (const { rows: some } of readCsvRows(inPieces(bytes.subarray(middle.offset), piece), format, again))
        rest.push(...some.map(({ cells }) => cells))
      expect(rest).toEqual(expected.slice(middle.row_number))
    }),
    { numRuns: 150 },
  )
})

test('a number in either decimal style is read as exactly its digits', () => {
  fc.assert(
    fc.property(
      fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }),
      fc.integer({ min: 0, max: 6 }),
      fc.constantFrom('.', ','),
      fc.constantFrom('', 'other', ' ', '\u00a0', "'"),
      (units, decimals, mark, grouping) => {
        const digits = String(units < 0n ? -units : units).padStart(decimals + 1, '0')
        const [whole, rest] = [digits.slice(0, digits.length - decimals), digits.slice(digits.length - decimals)]
        const separator = grouping === 'other' ? (mark === '.' ? ',' : '.') : grouping
        const grouped = separator === '' ? whole : whole.replaceAll(/\B(?=(\d{3})+$)/g, separator)
        const text = `${units < 0n ? '-' : ''}${grouped}${rest === '' ? '' : mark + rest}`
        const read = readDecimal(text, mark === '.' ? 'point' : 'comma')
        // Recomputed by integers: the digits without the point are the units, times a power of ten.
        const [left, right = ''] = read!.replace('-', '').split('.')
        const value = BigInt(left! + right.padEnd(decimals, '0')) * (read!.startsWith('-') ? -1n : 1n)
        expect(right.length).toBeLessThanOrEqual(decimals)
        expect(value).toBe(units)
      },
    ),
  )
})

test('an amount in parentheses is negative, as accountants write it', () => {
  const read = (text: string) => readDecimal(text, 'point')
  expect([read('(5)'), read('(45.00)'), read('(1,234.50)'), read('5')]).toEqual(['-5', '-45', '-1234.5', '5'])
})

test('numbers that lost digits, mix their signs or are none are not read', () => {
  for (const text of [
    '1.23E+12',
    '1,2,3',
    '1.2.3',
    '12,34.5',
    '1,23,456',
    '--1',
    '1-',
    '(5',
    '5)',
    '(-5)',
    '((5))',
    '()',
    '+5',
    '',
    'abc',
    '1 2',
    '1,234,56',
    '0x10',
    '٣',
  ])
    expect([text, readDecimal(text, 'point')]).toEqual([text, null])
  expect(readDecimal('1.234,56', 'point')).toBeNull()
  expect(readDecimal('1,234.56', 'comma')).toBeNull()
})

test('a day is read in each format as the calendar has it, and 31 February in none', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 36_000 }), (days) => {
      const date = new Date(Date.UTC(2000, 0, 1) + days * 86_400_000)
      const iso = date.toISOString().slice(0, 10)
      const [year, month, day] = iso.split('-') as [string, string, string]
      const name = date.toLocaleString('en-US', { month: 'long', timeZone: 'UTC' })
      expect(readDay(`${day}/${month}/${year}`, 'DD/MM/YYYY')).toBe(iso)
      expect(readDay(`${Number(month)}-${Number(day)}-${year}`, 'MM/DD/YYYY')).toBe(iso)
      expect(readDay(`${day}.${month}.${year.slice(2)}`, 'DD/MM/YY')).toBe(iso)
      expect(readDay(`${year}${month}${day}`, 'YYYYMMDD')).toBe(iso)
      expect(readDay(`${Number(day)} ${name.slice(0, 3)} ${year}`, 'D MMM YYYY')).toBe(iso)
      expect(readDay(`${name} ${Number(day)}, ${year}`, 'MMM D, YYYY')).toBe(iso)
    }),
  )
  for (const language of ['en', 'de', 'fr', 'es', 'it', 'nl'])
    for (let month = 0; month < 12; month++)
      for (const length of ['long', 'short'] as const) {
        const name = new Intl.DateTimeFormat(language, { month: length, timeZone: 'UTC' }).format(
          Date.UTC(2027, month, 5),
        )
        expect([language, name, readDay(`5 ${name} 2027`, 'D MMM YYYY')]).toEqual([
          language,
          name,
          `2027-${String(month + 1).padStart(2, '0')}-05`,
        ])
      }
  for (const text of [
    '15. Januar 2027',
    '15 janv. 2027',
    '15 JANVIER 2027',
    '15 de enero de 2027',
    '15-Jan-27',
    '15-ene-2027',
  ])
    expect([text, readDay(text, 'D MMM YYYY')]).toEqual([text, '2027-01-15'])
  expect(readDay('1er août 2027', 'D MMM YYYY')).toBe('2027-08-01')
  expect(readDay('Jänner 15, 2027', 'MMM D, YYYY')).toBe('2027-01-15')
  for (const text of ['15 Januari7 2027', '15 Jab 2027', '31 février 2027', '15-Jan-027', '2027-Jan-15', '15 J 2027'])
    expect([text, readDay(text, 'D MMM YYYY')]).toEqual([text, null])
  expect(readDay('31/02/2026', 'DD/MM/YYYY')).toBeNull()
  expect(readDay('02/31/2026', 'MM/DD/YYYY')).toBeNull()
  expect(readDay('2026-02-29', 'YYYY-MM-DD')).toBeNull()
})

test('a time without an offset is a time of the zone, also around a change of the clocks', () => {
  const berlin = (text: string) => readInstant(text, 'YYYY-MM-DD', 'Europe/Berlin')
  expect(berlin('2026-01-15 12:00')).toBe('2026-01-15T11:00:00Z')
  expect(berlin('2026-07-15 12:00:30')).toBe('2026-07-15T10:00:30Z')
  expect(berlin('2026-07-15T12:00:30+0530')).toBe('2026-07-15T06:30:30Z')
  expect(berlin('2026-03-29 03:30')).toBe('2026-03-29T01:30:00Z')
  expect(berlin('2026-03-29 01:30')).toBe('2026-03-29T00:30:00Z')
  expect(readInstant('7/15/2026 1:05 PM', 'MM/DD/YYYY', 'America/New_York')).toBe('2026-07-15T17:05:00Z')
  expect(berlin('2026-01-15 24:00')).toBeNull()
})

test('a file in two encodings, with bytes of none, or with a quote or a line without end is refused by its line', async () => {
  const fault = async (bytes: Uint8Array) => {
    try {
      const found = await inspect(inPieces(bytes, 7))
      const format = { encoding: found.encoding, delimiter: ',' }
      for await (const _rows of readCsvRows(inPieces(bytes, 65_536), format, { offset: 0, row_number: 0 }));
      return null
    } catch (error) {
      if (error instanceof FileFault) return error.facts
      throw error
    }
  }
  const mixed = Buffer.concat([Buffer.from('a,b\ncafé,1\n'), Buffer.from([0x63, 0xe9, 0x0a])])
  expect(await fault(mixed)).toMatchObject({
    row_number: 3,
    rule: expect.stringContaining('mixes two encodings: line 2 is UTF-8 and line 3 is not'),
  })
  expect(await fault(Buffer.from([0x61, 0x0a, 0x81, 0x0a]))).toMatchObject({ row_number: 2 })
  expect(await fault(Buffer.from([0x61, 0x0a, 0xe1, 0x8d, 0x0a]))).toMatchObject({ row_number: 2 })
  expect(await fault(Buffer.from('a\u0000b\n'))).toMatchObject({ row_number: 1 })
  expect(await fault(Buffer.from('a,b\n1,"never closed\n2,3\n'))).toMatchObject({
    row_number: 2,
    rule: expect.stringContaining('never closed'),
  })
  expect(await fault(Buffer.from(`a,b\n1,${'x'.repeat(1_200_000)}\n`))).toMatchObject({
    row_number: 2,
    rule: expect.stringContaining('1,048,576'),
  })
  expect(await fault(Buffer.from('a,b\n1,2\n'))).toBeNull()
})

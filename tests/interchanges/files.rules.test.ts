/** Files of interchanges: where one ends, what is personal in it, and what is said of sending one. */
import { describe, expect, test } from 'bun:test'
import { redact } from '../../server/interchanges/inbound/reading/redaction.rules.ts'
import { splitFile } from '../../server/interchanges/inbound/reading/split_file.rules.ts'
import { nameOf, reasonOf, sentencesOf } from '../../server/interchanges/outbound/ended.rules.ts'
import { endsWithTrailer, verdictOf } from '../../server/interchanges/transports/complete.rules.ts'
import { destinationOf, standardPort } from '../../server/interchanges/transports/destination.rules.ts'

const lengths = [2, 10, 2, 10, 2, 15, 2, 15, 6, 4, 1, 5, 9, 1, 1, 1]
/** 105 characters and the terminator. */
const isa = (number = 1, element = '*', terminator = '~') =>
  `${['ISA', ...lengths.map((length, i) => (i === 12 ? String(number) : '').padStart(length, '0'))].join(element)}${terminator}`
const whole = (number = 1, body = 'GS*PO~GE*1~', terminator = '~') =>
  `${isa(number)}${body}IEA*1*${number}${terminator}`

describe('a file is split into interchanges', () => {
  const parts = (text: string, max = 10) =>
    splitFile(text, max)?.map((part) => [part.text, part.isa?.[13]?.replace(/^0+/, '') ?? null, part.fault])
  const noEnd = 'It ends before its IEA segment.'
  const noIsa = 'It does not begin with an ISA segment of 106 characters.'

  test('to the byte, without what stands between them', () => {
    expect(parts(whole())).toEqual([[whole(), '1', null]])
    expect(parts(` \r\n${whole(1)}\n\n${whole(2)}\n`)).toEqual([
      [whole(1), '1', null],
      [whole(2), '2', null],
    ])
    expect(splitFile(whole(), 10)![0]!.isa).toHaveLength(17)
    const lined = `${isa()}\nGS*PO~\r\n~~GE*1~\nIEA*1*1~`
    expect(parts(lined)).toEqual([[lined, '1', null]])
  })

  test('each with its own delimiters', () => {
    const other = `${isa(2, '|', '\n')}GS|PO\nIEA|1|2\n`
    expect(parts(whole() + other)).toEqual([
      [whole(), '1', null],
      [other, '2', null],
    ])
  })

  test('of which one without an end does not take in the next', () => {
    const cut = `${isa(1)}GS*PO~`
    expect(parts(cut)).toEqual([[cut, '1', noEnd]])
    expect(parts(`${cut}${whole(2)}`)).toEqual([
      [cut, '1', noEnd],
      [whole(2), '2', null],
    ])
    expect(parts(`${isa(1)}IEA*1*1`)).toEqual([[`${isa(1)}IEA*1*1`, '1', noEnd]])
    expect(parts(isa(1))).toEqual([[isa(1), '1', noEnd]])
    expect(parts(`${cut}  `)).toEqual([[`${cut}  `, '1', noEnd]])
  })

  test('and the letters ISA within a segment begin none', () => {
    const cut = `${isa(1)}MSG*ISA*ISA*~`
    expect(parts(`${cut}\n${whole(2)}`)).toEqual([
      [`${cut}\n`, '1', noEnd],
      [whole(2), '2', null],
    ])
    const named = whole(1, 'IT1*ISA*IEA*1~IEB*1~')
    expect(parts(named)).toEqual([[named, '1', null]])
    const lines = `${isa(1, '*', '\n')}GS*PO\n`
    expect(parts(`${lines}${isa(2, '*', '\n')}IEA*1*2\n`)).toEqual([
      [lines, '1', noEnd],
      [`${isa(2, '*', '\n')}IEA*1*2\n`, '2', null],
    ])
  })

  test('until something that is none, which stays together', () => {
    expect(parts(`${whole()}\nDear all, ${whole(2)}`)).toEqual([
      [whole(), '1', null],
      [`Dear all, ${whole(2)}`, null, noIsa],
    ])
    expect(parts('ISA')).toEqual([['ISA', null, noIsa]])
    expect(parts(isa().replace('*', '**'))).toEqual([[isa().replace('*', '**'), null, noIsa]])
    const longer = `${isa().slice(0, -1)}0~GS*1~`
    expect(parts(longer)![0]![2]).toBe(noEnd)
    const shorter = isa().replace('ISA*00', 'ISA*0')
    expect(parts(shorter)![0]![2]).toBe(noIsa)
    expect(parts(isa().replace('ISA', 'XSA'))![0]![2]).toBe(noIsa)
    const more = `ISA*${'0*'.repeat(51)}~`
    expect(parts(more)![0]![2]).toBe(noIsa)
  })

  test('unless it is empty or has more than the limit', () => {
    expect(parts(' \n')).toEqual([[' \n', null, 'The file is empty.']])
    expect(parts('')).toEqual([['', null, 'The file is empty.']])
    const two = whole(1) + whole(2)
    expect(parts(two, 2)).toHaveLength(2)
    expect(parts(two, 1)).toBeUndefined()
  })
})

describe('personal data is taken out', () => {
  const redacted = (...segments: string[]) =>
    redact(`${isa()}${segments.map((segment) => `${segment}~`).join('')}`)
      .slice(106)
      .split('~')
      .slice(0, -1)

  test('of contacts, of which the codes stay', () => {
    expect(redacted('PER*OC*Ada*TE*555*EM*a@b*FX*1*x')).toEqual([
      'PER*OC*REDACTED*TE*REDACTED*EM*REDACTED*FX*REDACTED*REDACTED',
    ])
    expect(redacted('PER*OC* *TE*555')).toEqual(['PER*OC* *TE*REDACTED'])
  })

  test('of parties that are persons, of whom state and country stay', () => {
    for (const code of ['EN', 'EY', '31'])
      expect(redacted(`N1*${code}*Ada*92*7`, 'N2*Ada*L', 'N3*Street 1', 'N4*Leipzig*SN*04109*DE*x*y')).toEqual([
        `N1*${code}*REDACTED*92*7`,
        'N2*REDACTED*REDACTED',
        'N3*REDACTED',
        'N4*REDACTED*SN*REDACTED*DE*x*y',
      ])
  })

  test('of recipients without a number in the books of anybody', () => {
    for (const code of ['ST', 'BT', 'SO', 'CN', 'IM', 'UC', 'MA', 'OB', 'Z7']) {
      expect(redacted(`N1*${code}*Ada`, 'N3*Street')).toEqual([`N1*${code}*REDACTED`, 'N3*REDACTED'])
      expect(redacted(`N1*${code}*Ada*92* `, 'N3*Street')[1]).toBe('N3*REDACTED')
      expect(redacted(`N1*${code}*Hub*92*7`, 'N3*Street')).toEqual([`N1*${code}*Hub*92*7`, 'N3*Street'])
    }
  })

  test('of no other party, and of none after another segment', () => {
    expect(redacted('N1*SE*Shop', 'N3*Street')).toEqual(['N1*SE*Shop', 'N3*Street'])
    expect(redacted('N1*ST*Ada', 'N1*SE*Shop', 'N3*Street')).toEqual(['N1*ST*REDACTED', 'N1*SE*Shop', 'N3*Street'])
    expect(redacted('N1*ST*Ada', 'REF*1', 'N3*Street')).toEqual(['N1*ST*REDACTED', 'REF*1', 'N3*Street'])
    expect(redacted('N1*ST*Ada', 'PER*OC*Bo', 'N3*Street')[2]).toBe('N3*REDACTED')
    expect(redacted('N1*ST*Ada', ' ', 'N2', 'N3*Street')[3]).toBe('N3*REDACTED')
    expect(redacted('N1')).toEqual(['N1'])
    expect(redacted('N3*Street')).toEqual(['N3*Street'])
  })

  test('and tags that only begin alike are other segments', () => {
    const others = ['N9*1', 'NX*1', 'NTE*x', 'N1X*ST*Ada', 'P1*x', 'PO1*x', 'PERS*OC*Ada', 'PE*x', 'ITA*x']
    expect(redacted(...others)).toEqual(others)
    expect(redacted('N1X*ST*Ada', 'N3*Street')[1]).toBe('N3*Street')
    expect(redacted('N1*ST*Ada', 'N9*1', 'N3*Street')[2]).toBe('N3*Street')
  })

  test('with line breaks, empty segments and a missing end where they were', () => {
    const text = (name: string) => `${isa()}\nPER*OC*${name}~\n~~ N1*ST*${name}~~\nN3*${name}`
    expect(redact(text('Ada'))).toBe(text('REDACTED'))
    expect(redact(`${isa()}~  `)).toBe(`${isa()}~  `)
    expect(redact(`${isa()}~ ~PER*OC*Ada~`)).toBe(`${isa()}~ ~PER*OC*REDACTED~`)
    expect(redact(isa())).toBe(isa())
    expect(redact(`${isa()}PER`)).toBe(`${isa()}PER`)
  })
})

describe('a file that arrives', () => {
  const patience = { quiet_seconds_min: 2, incomplete_seconds_max: 900, bytes_max: 1_000 }

  test('has its end with the terminator of its last segment, line breaks aside', () => {
    expect(endsWithTrailer(whole())).toBe(true)
    expect(endsWithTrailer(`\n${whole(1, 'GS*PO~\nGE*1~\n')}\r\n`)).toBe(true)
    expect(endsWithTrailer(whole(1, 'GS*PO~', ''))).toBe(false)
    expect(endsWithTrailer(`${whole()}GS*1~`)).toBe(false)
    expect(endsWithTrailer(`${isa()}GE*IEA*1~`)).toBe(false)
    expect(endsWithTrailer(`${isa()}IEAX*1~`)).toBe(false)
    expect(endsWithTrailer(whole().replace('ISA', 'XSA'))).toBe(false)
    const lines = `${isa(1, '*', '\n')}GS*PO\nIEA*1*1`
    expect([endsWithTrailer(lines), endsWithTrailer(`${lines}\n`)]).toEqual([true, true])
    expect(endsWithTrailer(`${isa(1, '*', '\n')}GS*PO\nGE*1\n`)).toBe(false)
    expect([endsWithTrailer(''), endsWithTrailer(' '), endsWithTrailer('ISA'), endsWithTrailer(isa())]).toEqual([
      false,
      false,
      false,
      false,
    ])
  })

  test('shorter than ISA has no end', () => {
    // Of 105 characters, of which IEA* are the last but one.
    const short = `ISA*${'0'.repeat(96)}IEA*~`
    expect(short).toHaveLength(105)
    expect(endsWithTrailer(short)).toBe(false)
    expect(endsWithTrailer(`\n${short}`)).toBe(false)
  })

  test('is taken once it has been quiet and has its end, is too large, or has waited long', () => {
    const verdict = (quiet_seconds: number, text = whole(), bytes = text.length) =>
      verdictOf({ bytes, quiet_seconds }, text, patience)
    expect([verdict(1.9), verdict(2)]).toEqual(['wait', 'take'])
    expect([verdict(2, 'x'), verdict(899, 'x'), verdict(900, 'x')]).toEqual(['wait', 'wait', 'take'])
    expect([verdict(2, 'x', 1_000), verdict(2, 'x', 1_001), verdict(1, 'x', 1_001)]).toEqual(['wait', 'take', 'wait'])
  })
})

describe('where a connection leads', () => {
  const server = { host: 'SFTP.shop.example', user_name: 'Ada', host_key: 'SHA256:abc=' }
  const sftp = (values: object = {}) => destinationOf('sftp', { ...server, ...values })

  test('over SFTP is host, port, user and host key, whatever their spelling', () => {
    expect(sftp()).toBe('["sftp.shop.example",22,"Ada","SHA256:abc"]')
    expect(sftp({ host: 'sftp.SHOP.example', port: standardPort, host_key: 'SHA256:abc' })).toBe(sftp())
    const others = [{ port: 2222 }, { user_name: 'ada' }, { host_key: 'SHA256:ab=c' }, { host: 'other.example' }]
    expect(new Set([sftp(), ...others.map(sftp)]).size).toBe(5)
  })

  test('over HTTP is the origin, and nowhere in a folder', () => {
    expect(destinationOf('http', { url: 'https://Shop.example:443/a?b' })).toBe('https://shop.example')
    expect(destinationOf('folder' as never, { url: 'https://shop.example', ...server })).toBe('')
  })
})

describe('an attempt that ended', () => {
  const attempt = { document_type: '810', account_name: 'Acme', is_stored: false, status: null, detail: 'timed_out' }

  test('is told in sentences', () => {
    const failed = 'The invoice (810) could not be sent to Acme: no response within 30 seconds.'
    expect(sentencesOf(attempt)).toEqual({
      done: 'The invoice (810) was sent to Acme.',
      again: `${failed} It is sent again.`,
      failed: `${failed} Correct the cause, then send the document again.`,
    })
    expect(sentencesOf({ ...attempt, is_stored: true }).done).toBe(
      'The invoice (810) for Acme is ready to be downloaded.',
    )
    expect([nameOf('856'), nameOf('999')]).toEqual(['shipping notice (856)', '999'])
  })

  test('has a reason on one line of at most 300 characters, without its full stop', () => {
    const of = (detail: string | null, status: number | null = null) => reasonOf({ status, detail })
    expect([of(null), of(' \n ')]).toEqual(['no response', 'no response'])
    expect([of('', 500), of(' ', 422), of('Closed.', 500)]).toEqual([
      'the response was 500',
      'the response was 422',
      'Closed',
    ])
    expect(of(' Disk\r\n  full. ')).toBe('Disk full')
    expect(of('a.b')).toBe('a.b')
    expect(of('x'.repeat(301))).toHaveLength(300)
  })
})

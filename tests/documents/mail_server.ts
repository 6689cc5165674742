/** A real local mail server: stores accepted e-mails, and replies as configured. */
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

export interface Mail {
  from: string
  to: string[]
  user: string | null
  /** The raw message as received. */
  raw: string
}

export interface MailServer {
  port: number
  mails: Mail[]
  /** Replies that refuse the next recipients: a code and its text. */
  refusing: { code: number; words: string }[]
  /** Resolves with the first accepted e-mail. */
  first: Promise<Mail>
  stop: () => Promise<void>
}

export async function startMailServer(login?: { user: string; password: string }): Promise<MailServer> {
  const mails: Mail[] = []
  const refusing: MailServer['refusing'] = []
  let tell = (_mail: Mail) => {}
  const first = new Promise<Mail>((resolve) => (tell = resolve))
  const server = new SMTPServer({
    authOptional: login === undefined,
    // Local connections are not encrypted, but log in as elsewhere.
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    disableReverseLookup: true,
    onAuth: ({ username, password }, _session, done) =>
      username === login?.user && password === login?.password
        ? done(null, { user: username })
        : done(new Error('Invalid username or password')),
    onRcptTo: (_address, _session, done) => {
      const refusal = refusing.shift()
      if (refusal === undefined) return done()
      done(Object.assign(new Error(refusal.words), { responseCode: refusal.code }))
    },
    onData: (stream, session, done) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        mails.push({
          from: session.envelope.mailFrom === false ? '' : session.envelope.mailFrom.address,
          to: session.envelope.rcptTo.map(({ address }) => address),
          user: (session.user as string | undefined) ?? null,
          raw: Buffer.concat(chunks).toString('utf8'),
        })
        tell(mails[0]!)
        done()
      })
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.server.address() as AddressInfo).port,
    mails,
    refusing,
    first,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

/** A header of an e-mail, unfolded and decoded. */
export function headerOf(raw: string, name: string): string {
  const head = raw.slice(0, raw.indexOf('\r\n\r\n')).replaceAll(/\r\n[ \t]+/g, ' ')
  const line = head.split('\r\n').find((one) => one.toLowerCase().startsWith(`${name.toLowerCase()}:`)) ?? ''
  return line
    .slice(name.length + 1)
    .trim()
    .replaceAll(/\?=\s+=\?/g, '?==?')
    .replaceAll(/=\?utf-8\?([QB])\?([^?]*)\?=/gi, (_all, how: string, text: string) =>
      how.toUpperCase() === 'B'
        ? Buffer.from(text, 'base64').toString('utf8')
        : decodeURIComponent(text.replaceAll('_', ' ').replaceAll('%', '%25').replaceAll('=', '%')),
    )
}

/** The parts of an e-mail: headers, and the body as bytes. */
export function partsOf(raw: string): { head: string; body: Buffer }[] {
  const boundary = /boundary="?([^";\r\n]+)"?/.exec(raw)![1]!
  return raw
    .split(`--${boundary}`)
    .slice(1, -1)
    .map((part) => {
      const at = part.indexOf('\r\n\r\n')
      const head = part.slice(0, at)
      const text = part.slice(at + 4)
      if (/base64/i.test(head)) return { head, body: Buffer.from(text.replaceAll(/\s/g, ''), 'base64') }
      const plain = /quoted-printable/i.test(head)
        ? text
            .replaceAll(/=\r\n/g, '')
            .replaceAll(/=([0-9A-F]{2})/g, (_all, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
        : text
      return { head, body: Buffer.from(plain, /quoted-printable/i.test(head) ? 'latin1' : 'utf8') }
    })
}

import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { event_names } from '../events.generated.ts'
import { isEventName } from '../events.ts'
import { fakeDelivery } from '../testing.ts'
import { listSecrets } from '../verify.ts'
import { type Captured, readCaptured } from './captured.ts'
import { diagnose } from './diagnose.ts'
import { listen } from './listen.ts'
import { bold, dim, green, red } from './paint.ts'

const help = `${bold('receiver-kit')}: verify, receive and send webhook deliveries

${bold('receiver-kit verify')} <file>            a captured request: raw HTTP, or JSON { headers, body }
${bold('receiver-kit verify')} --header <value> --body <file>
    --now <unix seconds>            verify as of this time (default: now)
    --tolerance <seconds>           tolerance of the signature's time (default: 300)

${bold('receiver-kit listen')}                   print verified deliveries and respond with 204
    --port <port>                   port to listen on (default: 4242); 0 selects a free one
    --host <address>                address to listen on (default: 127.0.0.1)
    --forward <url>                 forward deliveries to a receiver and return its response

${bold('receiver-kit send')} <event> <url>       send a signed sample, as the service would
    --id <delivery id>              send the same id twice to simulate a retry

The signing secret is read from RECEIVER_KIT_SECRET, from --secret-file <file>, or from
--secret <value> (repeat it to try several; your shell may keep it in its history).

Exit codes: 0 success, 1 failure, 2 invalid command.
`

class Usage extends Error {}

const options = {
  secret: { type: 'string', multiple: true },
  'secret-file': { type: 'string' },
  header: { type: 'string' },
  body: { type: 'string' },
  now: { type: 'string' },
  tolerance: { type: 'string' },
  port: { type: 'string' },
  host: { type: 'string' },
  forward: { type: 'string' },
  id: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const

type Flags = ReturnType<typeof parse>['values']

const parse = (args: string[]) => parseArgs({ args, options, allowPositionals: true })

async function main(args: string[]): Promise<number> {
  const { values, positionals } = readArguments(args)
  const [command, ...rest] = positionals
  if (values.help || command === 'help' || (command === undefined && args.length === 0)) {
    console.log(help)
    return 0
  }
  if (command === 'verify') return verify(values, rest)
  if (command === 'listen') return startListening(values)
  if (command === 'send') return send(values, rest)
  throw new Usage(`There is no command ${command ?? ''}.`)
}

function readArguments(args: string[]): ReturnType<typeof parse> {
  try {
    return parse(args)
  } catch (error) {
    throw new Usage((error as Error).message)
  }
}

async function verify(flags: Flags, files: string[]): Promise<number> {
  const captured = readRequest(flags, files)
  const { ok, steps, cause } = await diagnose({
    header: captured.header,
    body: captured.body,
    secrets: readSecrets(flags),
    now: numberFlag(flags.now, 'now') ?? Date.now() / 1000,
    tolerance_seconds: numberFlag(flags.tolerance, 'tolerance') ?? 300,
  })
  if (captured.event) console.log(`${bold(captured.event)} ${dim(captured.delivery_id ?? '(no delivery id)')}`)
  for (const step of steps) {
    console.log(`  ${step.ok ? green('ok  ') : red('FAIL')} ${step.name.padEnd(10)} ${step.detail}`)
  }
  console.log(cause === null ? `\n${green('Verified.')}` : `\n${red('Not verified.')} ${cause}`)
  return ok ? 0 : 1
}

function readRequest({ header, body }: Flags, [file]: string[]): Captured {
  if (file !== undefined) {
    try {
      return readCaptured(readFileSync(file))
    } catch (error) {
      throw new Usage(`${file}: ${(error as Error).message}`)
    }
  }
  if (header === undefined || body === undefined) throw new Usage('verify takes a file, or --header and --body.')
  return { header, event: undefined, delivery_id: undefined, body: readBytes(body) }
}

const readBytes = (path: string): Uint8Array => {
  try {
    return readFileSync(path)
  } catch (error) {
    throw new Usage((error as Error).message)
  }
}

function readSecrets(flags: Flags): string[] {
  const given = flags.secret ?? []
  const file = flags['secret-file']
  // A file ends with a newline that is not part of the secret.
  if (file !== undefined)
    given.push(
      Buffer.from(readBytes(file))
        .toString()
        .replace(/\r?\n$/, ''),
    )
  const secrets = listSecrets(given.length > 0 ? given : process.env.RECEIVER_KIT_SECRET)
  if (secrets.length === 0)
    throw new Usage('There is no signing secret: set RECEIVER_KIT_SECRET, or pass --secret-file.')
  return secrets
}

function numberFlag(value: string | undefined, name: string): number | null {
  if (value === undefined) return null
  if (!/^\d{1,15}$/.test(value)) throw new Usage(`--${name} takes an integer.`)
  return Number(value)
}

async function startListening(flags: Flags): Promise<number> {
  const forward = flags.forward ?? null
  if (forward !== null && !/^https?:$/.test(URL.canParse(forward) ? new URL(forward).protocol : '')) {
    throw new Usage('--forward takes an http or https URL.')
  }
  const { url } = await listen({
    port: numberFlag(flags.port, 'port') ?? 4242,
    host: flags.host ?? '127.0.0.1',
    secrets: readSecrets(flags),
    forward,
    print: console.log,
  })
  console.log(`Listening on ${bold(url)}${forward ? `, forwarding to ${bold(forward)}` : ''}. Press Ctrl-C to stop.`)
  return new Promise<number>((resolve) => process.once('SIGINT', () => resolve(0)))
}

async function send(flags: Flags, [event, url]: string[]): Promise<number> {
  if (!isEventName(event)) throw new Usage(`send takes an event: ${event_names.join(', ')}.`)
  if (url === undefined || !URL.canParse(url)) throw new Usage('send takes the URL of your receiver.')
  const [secret] = readSecrets(flags) as [string]
  const { headers, body } = await fakeDelivery(event, {
    secret,
    ...(flags.id !== undefined && { delivery_id: flags.id }),
  })
  const began = performance.now()
  const answer = await fetch(url, { method: 'POST', headers, body, redirect: 'manual' })
  const took_ms = Math.round(performance.now() - began)
  const text = await answer.text()
  console.log(`${bold(event)} ${dim(headers['x-service-delivery-id'])}`)
  console.log(`  ${answer.ok ? green(String(answer.status)) : red(String(answer.status))} in ${took_ms} ms ${text}`)
  return answer.ok ? 0 : 1
}

main(process.argv.slice(2)).then(
  (code) => process.exit(code),
  (error: unknown) => {
    const usage = error instanceof Usage
    console.error(red(error instanceof Error ? error.message : String(error)))
    if (usage) console.error('Run receiver-kit help for usage.')
    process.exit(usage ? 2 : 1)
  },
)

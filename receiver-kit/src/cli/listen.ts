/** `receiver-kit listen`: prints each delivery and responds with success, so that the service does not retry. */
import { createServer, type Server } from 'node:http'
import { verifyServiceSignature } from '../verify.ts'
import { bold, dim, green, red } from './paint.ts'

export interface ListenOptions {
  port: number
  host: string
  secrets: string[]
  forward: string | null
  print: (line: string) => void
}

const body_bytes_max = 5 * 1024 * 1024
const forwarded = ['content-type', 'x-service-event', 'x-service-delivery-id', 'x-service-signature', 'x-service-test']

export function listen(options: ListenOptions): Promise<{ server: Server; url: string }> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    let length = 0
    request.on('data', (chunk: Buffer) => {
      length += chunk.length
      if (length <= body_bytes_max) chunks.push(chunk)
    })
    request.on('end', () => {
      const receiving =
        length > body_bytes_max
          ? Promise.resolve(413)
          : receive(options, request.headers, Buffer.concat(chunks)).catch((error: unknown) => {
              options.print(red(`  failed: ${String(error)}`))
              return 500
            })
      void receiving.then((status) => response.writeHead(status).end())
    })
  })
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(options.port, options.host, () => {
      const address = server.address()
      const port = typeof address === 'object' && address ? address.port : options.port
      resolve({ server, url: `http://${options.host}:${port}` })
    })
  })
}

type Headers = Record<string, string | string[] | undefined>

async function receive(options: ListenOptions, headers: Headers, body: Buffer): Promise<number> {
  const { secrets, forward, print } = options
  const header = headers['x-service-signature']
  const verification = await verifyServiceSignature({ body, header, secret: secrets })
  const event = bold(printable(headers['x-service-event']))
  const time = dim(new Date().toISOString().slice(11, 19))
  if (!verification.ok) {
    print(`${time} ${red('refused')} ${event} ${verification.reason}\n         ${verification.message}`)
    return 400
  }
  print(
    `${time} ${green('verified')} ${event} ${dim(printable(headers['x-service-delivery-id']))} ${body.length} bytes`,
  )
  print(indented(body.toString()))
  return forward === null ? 204 : pass(forward, headers, body, print)
}

// The forwarded receiver's response goes to the service, which retries failures.
async function pass(url: string, headers: Headers, body: Buffer, print: (line: string) => void): Promise<number> {
  const kept = forwarded.flatMap((name) => (typeof headers[name] === 'string' ? [[name, headers[name]] as const] : []))
  try {
    const answer = await fetch(url, {
      method: 'POST',
      headers: Object.fromEntries(kept),
      body: new Uint8Array(body),
      redirect: 'manual',
      signal: AbortSignal.timeout(30_000),
    })
    print(`         ${dim('forwarded:')} ${answer.ok ? green(String(answer.status)) : red(String(answer.status))}`)
    return answer.status
  } catch (error) {
    print(red(`         not forwarded to ${url}: ${error instanceof Error ? error.message : String(error)}`))
    return 502
  }
}

function indented(body: string): string {
  let text = body
  try {
    text = JSON.stringify(JSON.parse(body), null, 2)
  } catch {
    // A body that is not JSON is shown as received.
  }
  return text
    .split('\n')
    .map(visible)
    .map((line) => `         ${line}`)
    .join('\n')
}

// Received text must not control the terminal.
// oxlint-disable-next-line no-control-regex
const visible = (text: string): string => text.replaceAll(/[\u0000-\u001F\u007F-\u009F]/g, '\uFFFD')
const printable = (value: string | string[] | undefined): string => visible(String(value ?? '(no name)')).slice(0, 200)

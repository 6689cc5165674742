/** A local HTTP receiver that records requests and responds as configured. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo } from 'node:net'

export interface Received {
  path: string
  headers: Record<string, string>
  body: string
  at_ms: number
}

export interface Receiver {
  url: string
  received: Received[]
  stop: () => Promise<void>
}

type Answer = (response: ServerResponse, received: Received, request: IncomingMessage) => void

export async function startReceiver(answer: Answer = (response) => response.writeHead(204).end()): Promise<Receiver> {
  const received: Received[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const one: Received = {
        path: request.url!,
        headers: request.headers as Record<string, string>,
        body: Buffer.concat(chunks).toString('utf8'),
        at_ms: performance.now(),
      }
      received.push(one)
      answer(response, one, request)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/hook`,
    received,
    stop: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

// Self-signed, for 127.0.0.1: not trusted anywhere and protects nothing.
const untrustedKey = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgZVCYj/X/mZR3eOMU
lxIgFmqUY2rJBeMm3UBgfh0Yed6hRANCAATYidnBCK94zO9gJZ7o6LyVMvjU8era
3ebj8c+yzEmGPTBP4QJq260sI9hmDU+57oZo50QTDaZ3oVbAvmBdviP1
-----END PRIVATE KEY-----`
const untrustedCertificate = `-----BEGIN CERTIFICATE-----
MIIBlzCCAT6gAwIBAgIULHmNkv7ZYqotMQCd6u7NuF1hLqcwCgYIKoZIzj0EAwIw
GDEWMBQGA1UEAwwNcmVjZWl2ZXIudGVzdDAgFw0yNjExMjExMTAwNTZaGA8yMTI2
MTAyODExMDA1NlowGDEWMBQGA1UEAwwNcmVjZWl2ZXIudGVzdDBZMBMGByqGSM49
AgEGCCqGSM49AwEHA0IABNiJ2cEIr3jM72AlnujovJUy+NTx6trd5uPxz7LMSYY9
ME/hAmrbrSwj2GYNT7nuhmjnRBMNpnehVsC+YF2+I/WjZDBiMB0GA1UdDgQWBBQT
2WRfKGphUM6Hk66tWi/Fq1CBYzAfBgNVHSMEGDAWgBQT2WRfKGphUM6Hk66tWi/F
q1CBYzAPBgNVHRMBAf8EBTADAQH/MA8GA1UdEQQIMAaHBH8AAAEwCgYIKoZIzj0E
AwIDRwAwRAIgCMRC8zntYIhY2fdON6dm+/S9iU25F/KHKys+Yzc8MX4CIFhrUfds
PINyvit5mcOPVW5LzWWyumGSoZE70tOoqdT9
-----END CERTIFICATE-----`

/** A TLS receiver with an untrusted certificate. */
export async function startUntrustedReceiver(): Promise<Omit<Receiver, 'received'>> {
  const server = createSecureServer({ key: untrustedKey, cert: untrustedCertificate }, (_request, response) =>
    response.writeHead(204).end(),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `https://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    stop: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

import { connect, createServer, type Socket } from 'node:net'

/** A proxy between the client and PostgreSQL that drops what a test tells it to drop. */
export interface Proxy {
  url: string
  /** 'request': the next COMMIT never arrives. 'answer': it arrives, but its response is dropped. */
  lose: 'nothing' | 'request' | 'answer'
  /** Called when a COMMIT was dropped, before the client notices. */
  onLost: () => void
  close(): void
}

const COMMIT = Buffer.from('commit\0')

export async function startProxy(url: string): Promise<Proxy> {
  const target = new URL(url)
  const sockets = new Set<Socket>()
  const server = createServer({ pauseOnConnect: true }, (client) => {
    const upstream = connect(Number(target.port), target.hostname)
    let isAnswerLost = false
    const cut = () => {
      client.destroy()
      upstream.destroy()
    }
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      socket.on('error', cut)
      socket.on('close', cut)
    }
    upstream.once('connect', () => client.resume())
    client.on('data', (bytes) => {
      const isCommit = bytes.includes(COMMIT)
      if (isCommit && proxy.lose === 'request') {
        proxy.onLost()
        return cut()
      }
      if (isCommit && proxy.lose === 'answer') isAnswerLost = true
      upstream.write(bytes)
    })
    upstream.on('data', (bytes) => {
      if (!isAnswerLost) return client.write(bytes)
      proxy.onLost()
      cut()
    })
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const address = server.address()
  const own = new URL(url)
  own.port = String(typeof address === 'object' && address ? address.port : 0)
  const proxy: Proxy = {
    url: own.href,
    lose: 'nothing',
    onLost: () => undefined,
    close() {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
  return proxy
}

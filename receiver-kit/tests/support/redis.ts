/** An own redis-server on a free loopback port, without files, or REDIS_URL; null if neither is available. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { createServer } from 'node:net'

export interface RedisServer {
  url: string
  stop(): Promise<void>
}

export async function startRedis(): Promise<RedisServer | null> {
  if (process.env.REDIS_URL) return { url: process.env.REDIS_URL, stop: async () => {} }
  if (spawnSync('redis-server', ['--version']).status !== 0) return null
  const port = await freePort()
  const args = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no']
  const child = spawn('redis-server', args, { stdio: ['ignore', 'pipe', 'inherit'] })
  await ready(child)
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  return {
    url: `redis://127.0.0.1:${port}`,
    async stop() {
      child.kill()
      await ended
    },
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number }
      probe.close(() => resolve(port))
    })
  })
}

function ready(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`redis-server ended with ${code}`)))
    child.stdout?.on('data', (text: Buffer) => {
      if (text.includes('Ready to accept connections')) resolve()
    })
  })
}

/** One row read and one row written, again and again, in a thread of its own: what the load's clients compute delays nothing. */
import { parentPort, workerData } from 'node:worker_threads'
import { askWithinAllowance } from '../rig.ts'

export interface Felt {
  reads: number[]
  writes: number[]
  failed: number
}

const { base_url, keys, seconds } = workerData as { base_url: string; keys: string[]; seconds: number }
const until = performance.now() + seconds * 1_000
const felt: Felt = { reads: [], writes: [], failed: 0 }

/** The keys take turns: one alone would spend its allowance, and wait for the next minute. */
let turn = 0

async function one(): Promise<void> {
  while (performance.now() < until) {
    const key = keys[turn++ % keys.length]!
    const read = await askWithinAllowance({ base_url }, 'GET', '/api/v1/contacts/table?limit=1', key)
    const body = { name: 'Ada', preferred_contact_method: 'EMAIL', email: `${crypto.randomUUID()}@example.com` }
    const write = await askWithinAllowance({ base_url }, 'POST', '/api/v1/contacts', key, body)
    for (const [reply, durations] of [
      [read, felt.reads],
      [write, felt.writes],
    ] as const)
      if (typeof reply === 'object' && reply.status < 300) durations.push(reply.duration_ms)
      else felt.failed++
    await Bun.sleep(10)
  }
}

await Promise.all([one(), one()])
parentPort!.postMessage(felt)

/**
 * Verification beside two libraries in wide use: `stripe`, whose scheme is the same, and `standardwebhooks`.
 * `npm run bench` runs it on Node and on Bun. Rounds are interleaved in one process and the medians compared, so the
 * ratios hold on a busy machine, whatever the times do.
 */
import { createHmac } from 'node:crypto'
import { standardwebhooks, stripe, stripeOnWebCrypto } from './others.mjs'
import { median, takeRounds } from './rounds.mjs'
import { verifyServiceSignature } from '../dist/index.js'

const secret = `whsec_${Buffer.from('a secret of the bench, 32 bytes!').toString('base64')}`
const rounds = 21

const runtime = process.versions.bun ? `Bun ${process.versions.bun}` : `Node ${process.versions.node}`
console.log(`${runtime}: microseconds a verification, median of ${rounds} rounds, and how long ours takes beside it`)

for (const size of [500, 5_000, 100_000]) {
  const body = Buffer.from(JSON.stringify({ text: 'x'.repeat(size) }))
  const t = Math.floor(Date.now() / 1000)
  const v1 = createHmac('sha256', secret).update(`${t}.`).update(body).digest('hex')
  const header = `t=${t},v1=${v1}`
  const synchronous = stripe(body, header, secret)
  const contenders = {
    ours: () => verifyServiceSignature({ body, header, secret }),
    ...(synchronous && { stripe: synchronous }),
    'stripe, WebCrypto': stripeOnWebCrypto(body, header, secret),
    standardwebhooks: standardwebhooks(body, t, secret),
  }
  if (!(await contenders.ours()).ok) throw new Error('not verified')
  const medians = await measure(contenders, size > 10_000 ? 50 : 1000)
  for (const [name, median_us] of Object.entries(medians)) {
    const ratio = name === 'ours' ? '' : `ours takes ${(medians.ours / median_us).toFixed(2)} of it`
    console.log(`  ${String(size).padStart(7)} bytes  ${name.padEnd(17)} ${median_us.toFixed(1).padStart(8)}  ${ratio}`)
  }
}

async function measure(contenders, calls_a_round) {
  const times = await takeRounds(contenders, { rounds, calls_a_round })
  return Object.fromEntries(Object.entries(times).map(([name, all]) => [name, median(all)]))
}

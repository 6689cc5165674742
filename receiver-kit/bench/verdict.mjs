/**
 * `node bench/verdict.mjs`: an event of a usual size verified and parsed, ours beside `stripe`'s constructEvent.
 * One line of JSON: verifications a second of both, and of the ratio the median and where its middle half lies.
 */
import { createHmac } from 'node:crypto'
import { stripeEvent } from './others.mjs'
import { median, takeRounds } from './rounds.mjs'
import { verifyServiceSignature } from '../dist/index.js'

const secret = `whsec_${Buffer.from('a secret of the bench, 32 bytes!').toString('base64')}`
const bytes = 1_000
const [rounds, warm, calls_a_round] = [220, 20, 1_000]

const filler = JSON.stringify({ id: 'evt_1', object: 'event', text: '' }).length
const body = Buffer.from(JSON.stringify({ id: 'evt_1', object: 'event', text: 'x'.repeat(bytes - filler) }))
const t = Math.floor(Date.now() / 1000)
const header = `t=${t},v1=${createHmac('sha256', secret).update(`${t}.`).update(body).digest('hex')}`

const times = await takeRounds(
  {
    ours: async () => {
      if (!(await verifyServiceSignature({ body, header, secret })).ok) throw new Error('not verified')
      return JSON.parse(body.toString('utf8'))
    },
    stripe: stripeEvent(body, header, secret),
  },
  { rounds, calls_a_round },
)
const [ours, stripe] = [times.ours.slice(warm), times.stripe.slice(warm)]
const ratios = ours.map((us, round) => stripe[round] / us).toSorted((a, b) => a - b)
const at = (share) => ratios[Math.floor(ratios.length * share)]
console.log(
  JSON.stringify({
    bytes: body.length,
    ours_per_second: 1e6 / median(ours),
    stripe_per_second: 1e6 / median(stripe),
    ratio: median(ratios),
    ratio_quarter: at(0.25),
    ratio_three_quarters: at(0.75),
  }),
)

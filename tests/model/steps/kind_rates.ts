/** Exchange rates that are set late, or again. */
import fc from 'fast-check'
import type { Kind } from './kind.ts'
import { dayBefore, daysBack, does } from '../setting.ts'
import { agree, type World } from '../world.ts'

export interface RateStep {
  does: 'rate'
  currency: string
  days: number
  /** In ten-thousandths of the ledger's currency. */
  rate: number
}

const partsOfOne = 10_000

export async function setRate(world: World, currency: string, day: string, rate: bigint): Promise<void> {
  const { model, admin } = world
  const answer = await admin.post('/api/v1/exchange-rates', {
    rates: [{ currency, rate_date: day, organization_currency_per_unit: Number(rate) / partsOfOne }],
  })
  agree(world, `set rate ${currency}`, answer, model.setRate(currency, day, rate))
}

export const rating: Kind<RateStep> = {
  does: ['rate'],
  steps: [
    {
      weight: 2,
      arbitrary: fc.record({
        does: does('rate'),
        currency: fc.constantFrom('SEK', 'SEK', 'EUR'),
        // A day later than the arrivals of some, and sometimes today.
        days: fc.constantFrom(0, ...daysBack, 60),
        rate: fc.constantFrom(980, 1_234, 12_345),
      }),
    },
  ],
  async play(world, { currency, days, rate }) {
    await setRate(world, currency, dayBefore(days), BigInt(rate))
    return {}
  },
}

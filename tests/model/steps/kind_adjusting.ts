/** Adjustments of stock by hand. */
import fc from 'fast-check'
import type { AdjustedLine } from '../truth/adjustments.ts'
import type { Kind } from './kind.ts'
import { does, instantAgo, past, place, sku, which } from '../setting.ts'
import { costOf, instantOf, shown } from '../truth/stock.ts'
import { agree, choose, type World } from '../world.ts'

export type AdjustStep =
  | {
      does: 'adjust'
      /** A line's cost is in cents, of units that are added; null for the average. */
      lines: { sku: string; place: string; quantity: number; cost: number | null }[]
      occurred_at: string | null
      is_below_allowed: boolean
    }
  | { does: 'undo_adjustment'; adjustment: number; is_below_allowed: boolean }

const path = '/api/v1/stock-adjustments'

export async function adjust(
  world: World,
  lines: readonly AdjustedLine[],
  occurred_at: string | null,
  is_below_allowed: boolean,
): Promise<void> {
  const { model, admin, ids } = world
  const at = occurred_at === null ? undefined : instantAgo(occurred_at)
  const answer = await admin.post(path, {
    reason: 'correction',
    ...(at === undefined ? {} : { occurred_at: at }),
    ...(is_below_allowed ? { allow_below_committed: true } : {}),
    lines: lines.map((line) => ({
      sku: line.sku,
      location_id: ids.locations[line.place],
      quantity: line.quantity,
      ...(line.cost === null ? {} : { unit_cost: shown(line.cost) }),
    })),
  })
  const when = at === undefined ? undefined : instantOf(at)
  const { status, adjustment } = model.adjustments.create(lines, when, is_below_allowed)
  if (agree(world, when === undefined ? 'adjust' : 'adjust in the past', answer, status))
    adjustment!.id = answer.body.data.adjustment_id
}

const line = fc.record({
  sku,
  place,
  quantity: fc.integer({ min: -6, max: 6 }).filter((units) => units !== 0),
  cost: fc.constantFrom(null, null, 0, 412, 1_999),
})
const lines = fc.uniqueArray(line, { minLength: 1, maxLength: 3, selector: (one) => `${one.sku} ${one.place}` })
const occurred_at = fc.oneof({ weight: 1, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: past('16:00') })

export const adjusting: Kind<AdjustStep> = {
  does: ['adjust', 'undo_adjustment'],
  steps: [
    { weight: 4, arbitrary: fc.record({ does: does('adjust'), lines, occurred_at, is_below_allowed: fc.boolean() }) },
    {
      weight: 2,
      arbitrary: fc.record({ does: does('undo_adjustment'), adjustment: which, is_below_allowed: fc.boolean() }),
    },
  ],
  async play(world, step) {
    if (step.does === 'adjust') {
      const all = step.lines.map((one): AdjustedLine => {
        return { ...one, cost: one.cost === null || one.quantity < 0 ? null : costOf(one.cost / 100) }
      })
      await adjust(world, all, step.occurred_at, step.is_below_allowed)
      return {}
    }
    const { model, admin } = world
    const adjustment = choose(model.adjustments.all, step.adjustment, ({ is_undone }) => !is_undone)
    if (adjustment === undefined) return {}
    const body = step.is_below_allowed ? { allow_below_committed: true } : {}
    const answer = await admin.post(`${path}/${adjustment.id}/undo`, body)
    agree(world, 'undo adjustment', answer, model.adjustments.undo(adjustment, step.is_below_allowed))
    return {}
  },
}

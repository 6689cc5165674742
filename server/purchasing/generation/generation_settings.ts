import { recordAudit } from '../../audit/record.ts'
import { isDifferent } from '../../contract/difference.ts'
import { limits } from '../../contract/limits.ts'
import { counted } from '../../contract/outcome.ts'
import { sessionOperation } from '../../contract/operation.ts'
import { Choice, Shape, Type, Whole } from '../../contract/schema.ts'
import { generationGroupings, GenerationSettings } from './generation.model.ts'
import { readGenerationSettings, writeGenerationSettings } from './generation.store.ts'

const service = 'purchase_order'

export const getGenerationSettings = sessionOperation({
  id: 'session.get_generation_settings',
  route: 'GET /api/v1/purchase-generation',
  summary: 'Get order generation settings',
  description: 'Returns all settings and the result of the last run.',
  service,
  answer: GenerationSettings,
  run: ({ sql, caller }) => readGenerationSettings(sql, caller.organization_id),
})

export const changeGenerationReach = sessionOperation({
  id: 'session.change_generation_reach',
  route: 'PATCH /api/v1/purchase-generation',
  summary: 'Update order grouping and horizon',
  desc: ({ horizon_days }) => `Settings saved; an order covers ${counted(horizon_days, 'day')} of sales.`,
  description:
    'Sets how items are grouped into orders and how many days of sales an order covers beyond the lead time and the review period. Omitted fields stay unchanged. All other settings are changed with the public operation.',
  service,
  needs: 'admin',
  body: Shape(
    {
      group_by: Type.Optional(
        Choice(
          generationGroupings,
          'Grouping of items into orders: `supplier` creates one order per supplier and destination, `category` one per supplier, destination and product category.',
        ),
      ),
      horizon_days: Type.Optional(
        Whole('Days of sales that an order covers beyond the lead time and the review period.', {
          minimum: 1,
          maximum: limits.purchase_generation_horizon_days_max,
          examples: [28],
        }),
      ),
    },
    { examples: [{ horizon_days: 42 }] },
  ),
  answer: GenerationSettings,
  async run({ sql, caller, body, now }) {
    const { organization_id } = caller
    const before = await readGenerationSettings(sql, organization_id)
    await writeGenerationSettings(sql, organization_id, now, body)
    const sentence = 'Grouping and horizon of purchase orders saved.'
    if (isDifferent(before, body))
      await recordAudit(sql, caller, {
        kind: 'settings.changed',
        subject_id: null,
        subject: 'purchase generation',
        sentence,
      })
    return readGenerationSettings(sql, organization_id)
  },
})

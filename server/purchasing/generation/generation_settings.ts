import { limits } from '../../contract/limits.ts'
import { counted } from '../../contract/outcome.ts'
import { sessionOperation } from '../../contract/operation.ts'
import { Choice, Shape, Type, Whole } from '../../contract/schema.ts'
import { generation_groupings, GenerationSettings } from './generation.model.ts'
import { readGenerationSettings, writeGenerationSettings } from './generation.store.ts'

const service = 'purchase_order'

export const getGenerationSettings = sessionOperation({
  id: 'session.get_generation_settings',
  route: 'GET /api/v1/purchase-generation',
  summary: 'Get how orders are generated',
  description: 'The settings whole, and what the last run came to.',
  service,
  needs: 'member',
  answer: GenerationSettings,
  run: ({ sql, caller }) => readGenerationSettings(sql, caller.organization_id),
})

export const changeGenerationReach = sessionOperation({
  id: 'session.change_generation_reach',
  route: 'PATCH /api/v1/purchase-generation',
  summary: 'Change what generated orders share and cover',
  desc: ({ horizon_days }) => `Settings saved; an order covers ${counted(horizon_days, 'day')} of selling.`,
  description:
    'Sets what shares an order and how many days of selling it covers beyond lead time and review; what is left out stays. Everything else of the settings is changed by the public operation.',
  service,
  needs: 'admin',
  body: Shape(
    {
      group_by: Type.Optional(
        Choice(
          generation_groupings,
          'What shares an order: everything from one supplier for one destination, or of these what is of one category.',
        ),
      ),
      horizon_days: Type.Optional(
        Whole('Days of selling that an order covers beyond lead time and review.', {
          minimum: 1,
          maximum: limits.purchase_generation_horizon_days_max,
          examples: [28],
        }),
      ),
    },
    { examples: [{ horizon_days: 42 }] },
  ),
  answer: GenerationSettings,
  async run({ sql, caller: { organization_id }, body, now }) {
    await writeGenerationSettings(sql, organization_id, now, body)
    return readGenerationSettings(sql, organization_id)
  },
})

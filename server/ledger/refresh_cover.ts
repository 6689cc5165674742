/** Refreshes the cover of every organisation in batches of variants, so that locks are held only briefly. */
import { nextVariants, refreshCover } from './cover.ts'
import { forEachApart, type Job, readOrganizations } from '../jobs/job.ts'

export const refreshCoverJob: Job = {
  name: 'refresh_cover',
  every_seconds: 3_600,
  async run(step) {
    await forEachApart(await step(readOrganizations), async ({ organization_id }) => {
      for (let after: string | null = null; ;) {
        const last: string | undefined = await step(async (sql, now) => {
          const variants = await nextVariants(sql, organization_id, after)
          if (variants.length > 0) await refreshCover(sql, organization_id, now, variants)
          return variants.at(-1)
        })
        if (last === undefined) break
        after = last
      }
    })
  },
}

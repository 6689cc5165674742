/** Refreshes the cover of every organisation in batches of variants, so that locks are held only briefly. */
import { nextVariants, refreshCover } from './cover.ts'
import { forEachApart, type Job } from '../jobs/job.ts'

export const refreshCoverJob: Job = {
  name: 'refresh_cover',
  every_seconds: 3_600,
  async run(step) {
    const organizations = await step(
      (sql) => sql<{ organization_id: string }[]>`select organization_id from organizations order by organization_id`,
    )
    await forEachApart(organizations, async ({ organization_id }) => {
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

/** Whether the migrations produce the schema: the statements that drizzle-kit would write into the next one. */
import { globSync, readFileSync } from 'node:fs'
import { generateDrizzleJson, generateMigration } from 'drizzle-kit/api'
import { repository } from './program.ts'

// drizzle-kit leaves an enumerable method on every array, which other libraries in the process stumble over.
delete (Array.prototype as { random?: unknown }).random

type Snapshot = Parameters<typeof generateMigration>[0]

/** `more` are exports that stand beside those of db/schema. */
export async function findDrift(more: Record<string, unknown> = {}): Promise<string[]> {
  const folder = `${repository}/db/migrations/meta`
  const { entries } = JSON.parse(readFileSync(`${folder}/_journal.json`, 'utf8')) as { entries: { tag: string }[] }
  const number = entries.at(-1)!.tag.slice(0, 4)
  const before = JSON.parse(readFileSync(`${folder}/${number}_snapshot.json`, 'utf8')) as Snapshot
  const modules = await Promise.all(
    globSync('**/*.ts', { cwd: `${repository}/db/schema` }).map(
      async (file) => (await import(`${repository}/db/schema/${file}`)) as Record<string, unknown>,
    ),
  )
  const now = generateDrizzleJson(Object.assign({}, ...modules, more) as Record<string, unknown>, before.id)
  return generateMigration(before, now)
}

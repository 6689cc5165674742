/** A PostgreSQL that is reachable and silent, as on a stalled disk. */
import { join } from 'node:path'
import process from 'node:process'
import { readFileSync } from 'node:fs'
import type postgres from 'postgres'

/** Runs the work while every process of the cluster is stopped. */
export async function whileStopped<T>(
  { sql, data_dir }: { sql: postgres.Sql; data_dir: string },
  work: () => Promise<T>,
): Promise<T> {
  const others = await sql<{ pid: number }[]>`select pid from pg_stat_activity`
  const postmaster = Number(readFileSync(join(data_dir, 'postmaster.pid'), 'utf8').split('\n')[0])
  const pids = [postmaster, ...others.map(({ pid }) => pid)]
  for (const pid of pids) process.kill(pid, 'SIGSTOP')
  try {
    return await work()
  } finally {
    for (const pid of pids) process.kill(pid, 'SIGCONT')
  }
}

/** A PostgreSQL that is reachable and silent, as on a stalled disk. */
import process from 'node:process'
import type postgres from 'postgres'
import { readPidFile } from '../../db/embedded/postmaster.ts'

/** Runs the work while every process of the cluster is stopped. */
export async function whileStopped<T>(
  { sql, data_dir }: { sql: postgres.Sql; data_dir: string },
  work: () => Promise<T>,
): Promise<T> {
  const others = await sql<{ pid: number }[]>`select pid from pg_stat_activity`
  const pids = [readPidFile(data_dir)!.pid, ...others.map(({ pid }) => pid)]
  for (const pid of pids) process.kill(pid, 'SIGSTOP')
  try {
    return await work()
  } finally {
    for (const pid of pids) process.kill(pid, 'SIGCONT')
  }
}

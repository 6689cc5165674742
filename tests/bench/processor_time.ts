/** Processor time of processes from Linux's /proc, which a busy machine distorts far less than elapsed time. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const msPerTick = 10
/** A process that starts or exits between two reads falsifies them; they are repeated up to this many times. */
const readsMax = 1_000

/** In ticks: of the process itself, and of its children that exited and were waited for. */
interface Times {
  own: number
  ended_children: number
}

function timesOf(pid: number): Times {
  // The part after the program's name, which may contain spaces and brackets, starts with the third field, the state.
  const [, fields] = /^.*\) (.*)$/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))!
  const [user, system, childrenUser, childrenSystem] = fields!.split(' ').slice(11, 15).map(Number)
  return { own: user! + system!, ended_children: childrenUser! + childrenSystem! }
}

const childrenOf = (pid: number): string => readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim()

/** Ticks of a process that may have exited. */
function ticksOf(pid: number): number | null {
  try {
    return timesOf(pid).own
  } catch (error) {
    // It exited before it was opened or while it was read.
    if (['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '')) return null
    throw error
  }
}

export const processorTime = (pid: number): number => timesOf(pid).own * msPerTick

/**
 * Of a process, its living children and its exited ones. The time of a child is added to its parent when the child is
 * waited for, so the reads are valid only if none exited between them.
 */
export function processorTimeWithChildren(pid: number): number {
  for (let read = 0; read < readsMax; read++) {
    const [listed, before] = [childrenOf(pid), timesOf(pid)]
    const ticks = listed === '' ? [] : listed.split(' ').map((child) => ticksOf(Number(child)))
    const [listedAfter, after] = [childrenOf(pid), timesOf(pid)]
    if (listed !== listedAfter || before.ended_children !== after.ended_children || ticks.includes(null)) continue
    return (after.own + after.ended_children + ticks.reduce<number>((sum, one) => sum + one!, 0)) * msPerTick
  }
  throw new Error(`the children of process ${pid} change too often for their processor time to be read`)
}

/** Processor time of the postmaster and its backends. */
export function databaseCpu(data_dir: string): () => number {
  const postmaster = Number(readFileSync(join(data_dir, 'postmaster.pid'), 'utf8').split('\n')[0])
  return () => processorTimeWithChildren(postmaster)
}

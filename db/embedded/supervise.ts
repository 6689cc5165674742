/**
 * Keeps the embedded PostgreSQL running. A postmaster that exits unexpectedly (killed, out of memory, disk full) is
 * restarted on its port, where the pools reconnect; until then requests are answered with 503.
 */
import { resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type EmbeddedOptions, type EmbeddedPostgres, startEmbedded } from './start.ts'
import { isPostmasterRunning } from './postmaster.ts'

/** Log entries for the operator. */
export interface SupervisorLog {
  ended: () => void
  restarted: (seconds: number) => void
  failed: (error: Error) => void
}

const LOOK_MS = 250
const RETRY_MS_MAX = 2_000

/** Like startEmbedded(), but restarted until stop() is called. */
export async function startSupervised(options: EmbeddedOptions, log: SupervisorLog): Promise<EmbeddedPostgres> {
  let cluster = await startEmbedded(options)
  const { url } = cluster
  const port = Number(new URL(url).port)
  const data_dir = resolve(options.data_dir)
  const stopping = new AbortController()
  const isStopping = () => stopping.signal.aborted
  const pause = (ms: number) => sleep(ms, undefined, { signal: stopping.signal, ref: false }).catch(() => undefined)

  const restart = async () => {
    const started = await startEmbedded({ ...options, port })
    if (started.url === url) return started
    // Another command may have restarted it on another port, to which the pools do not connect.
    await started.stop()
    throw new Error(`PostgreSQL was started on another port than ${port}`)
  }
  const recover = async () => {
    const ended_at = performance.now()
    log.ended()
    for (let wait_ms = LOOK_MS; !isStopping(); wait_ms = Math.min(wait_ms * 2, RETRY_MS_MAX)) {
      try {
        cluster = await restart()
        log.restarted((performance.now() - ended_at) / 1000)
        return
      } catch (error) {
        log.failed(error as Error)
        await pause(wait_ms)
      }
    }
  }
  const watch = async () => {
    while (!isStopping()) {
      await pause(LOOK_MS)
      if (!isStopping() && !isPostmasterRunning(data_dir)) await recover()
    }
  }
  const watching = watch()
  return {
    ...cluster,
    async stop() {
      stopping.abort()
      await watching
      await cluster.stop()
    },
  }
}

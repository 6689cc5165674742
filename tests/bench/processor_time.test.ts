import { existsSync } from 'node:fs'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect } from 'bun:test'
import { testUnless } from '../support/needs.ts'
import { processorTimeWithChildren } from './processor_time.ts'

/** Starts children in sequence that each use some processor time and exit; then waits. */
const parent = `
  const { spawnSync } = require('node:child_process')
  process.stdin.once('data', () => {
    const busy = 'while (process.cpuUsage().user < 40_000);'
    for (let i = 0; i < 5; i++) spawnSync(process.execPath, ['-e', busy])
    console.log('done')
  })
  console.log('ready')`

testUnless(
  existsSync(`/proc/${process.pid}/task/${process.pid}/children`)
    ? null
    : 'there is no /proc/<pid>/task/<pid>/children',
  'the processor time of ended children is counted, and the sum never falls while children start and end',
  async () => {
    const child = spawn(process.execPath, ['-e', parent], { stdio: ['pipe', 'pipe', 'inherit'] })
    try {
      await once(child.stdout, 'data')
      const begunMs = processorTimeWithChildren(child.pid!)
      let is_done = false
      child.stdout.once('data', () => (is_done = true))
      child.stdin.write('go\n')
      let lastMs = begunMs
      while (!is_done) {
        const now_ms = processorTimeWithChildren(child.pid!)
        expect(now_ms).toBeGreaterThanOrEqual(lastMs)
        lastMs = now_ms
        await new Promise((resolve) => setTimeout(resolve, 1))
      }
      expect(processorTimeWithChildren(child.pid!) - begunMs).toBeGreaterThanOrEqual(100)
    } finally {
      child.kill('SIGKILL')
    }
  },
)

/**
 * Figures of the queue's workers in this process, by kind of work. Counted in place and read when Prometheus asks: its
 * library looks up labels at every observation, and there are thousands per second.
 */
import { Counter, Gauge } from 'prom-client'
import { registry } from '../observe/metrics.ts'
import type { Group, Verdict } from './kind.ts'

interface Figures {
  done: number
  failed: number
  timed_out: number
  lost: number
  faults: number
  attempt_seconds: number
  running: number
  organizations: number
  oldest_due_seconds: number
  timed_out_destinations: number
}

const kinds = new Map<string, Figures>()

export class Statistics {
  readonly #figures: Figures

  constructor(kind: string) {
    const none = { done: 0, failed: 0, timed_out: 0, lost: 0, faults: 0, attempt_seconds: 0, running: 0 }
    this.#figures = kinds.get(kind) ?? { ...none, organizations: 0, oldest_due_seconds: 0, timed_out_destinations: 0 }
    kinds.set(kind, this.#figures)
  }

  looked(groups: readonly Group[], timed_out_destinations: number): void {
    const dueMs = groups.map(({ due_since }) => Date.parse(due_since))
    this.#figures.organizations = new Set(groups.map(({ organization_id }) => organization_id)).size
    this.#figures.oldest_due_seconds = dueMs.length === 0 ? 0 : Math.max(0, (Date.now() - Math.min(...dueMs)) / 1_000)
    this.#figures.timed_out_destinations = timed_out_destinations
  }

  begin(): void {
    this.#figures.running++
  }

  end({ is_done, is_timed_out }: Verdict, duration_ms: number): void {
    this.#figures.running--
    this.#figures[is_done ? 'done' : is_timed_out ? 'timed_out' : 'failed']++
    this.#figures.attempt_seconds += duration_ms / 1_000
  }

  lost(count: number): void {
    this.#figures.lost += count
  }

  fault(): void {
    this.#figures.faults++
  }
}

const registers = [registry]
const labelNames = ['kind']

const gauge = (name: string, help: string, read: (figures: Figures) => number) =>
  new Gauge({
    name,
    help,
    labelNames,
    registers,
    collect() {
      for (const [kind, figures] of kinds) this.set({ kind }, read(figures))
    },
  })

const counter = (name: string, help: string, read: (figures: Figures) => number) =>
  new Counter({
    name,
    help,
    labelNames,
    registers,
    collect() {
      this.reset()
      for (const [kind, figures] of kinds) this.inc({ kind }, read(figures))
    },
  })

counter('queue_attempts_done_total', 'Attempts that succeeded.', ({ done }) => done)
counter('queue_attempts_failed_total', 'Attempts that were answered and failed.', ({ failed }) => failed)
counter('queue_attempts_timed_out_total', 'Attempts that were not answered in time.', ({ timed_out }) => timed_out)
counter(
  'queue_attempts_lost_total',
  'Attempts whose outcome was not written down: their lease had ended, or the database was away.',
  ({ lost }) => lost,
)
counter(
  'queue_faults_total',
  'Claims and records of outcomes that PostgreSQL refused, of one organisation each.',
  ({ faults }) => faults,
)
counter('queue_attempt_seconds_total', 'Time that attempts took.', ({ attempt_seconds }) => attempt_seconds)
gauge('queue_running', 'Attempts in progress.', ({ running }) => running)
gauge(
  'queue_waiting_organizations',
  'Organisations with something due at the last look.',
  ({ organizations }) => organizations,
)
gauge(
  'queue_oldest_due_seconds',
  'How long the job that has been due longest had been due at the last look.',
  ({ oldest_due_seconds }) => oldest_due_seconds,
)
gauge(
  'queue_timed_out_destinations',
  'Destinations that share a small cap because their last attempt timed out.',
  ({ timed_out_destinations }) => timed_out_destinations,
)

import { afterAll, beforeAll, expect, test } from 'bun:test'
import { otherProcess, testUnless } from '../support/needs.ts'
import { startService, type TestService, testService } from '../support/service/service.ts'

const METRICS_TOKEN = 'a-token-of-this-test'
let service: TestService
beforeAll(async () => {
  service = await startService({ METRICS_TOKEN })
})
afterAll(() => service.stop())

const ask = async ({ base_url }: TestService, authorization?: string) => {
  const response = await fetch(`${base_url}/metrics`, {
    headers: authorization === undefined ? {} : { Authorization: authorization },
  })
  return { status: response.status, text: await response.text() }
}

test('metrics are read with their token alone; without it there is nothing to see', async () => {
  const read = await ask(service, `Bearer ${METRICS_TOKEN}`)
  expect([read.status, read.text.includes('process_cpu_user_seconds_total')]).toEqual([200, true])
  for (const authorization of [undefined, 'Bearer wrong', METRICS_TOKEN, `Bearer ${METRICS_TOKEN}x`, 'Bearer '])
    expect(await ask(service, authorization)).toEqual({ status: 404, text: 'There is nothing here.\n' })
})

test('without the setting nobody reads metrics', async () => {
  const shared = await testService()
  for (const authorization of [undefined, 'Bearer undefined', `Bearer ${METRICS_TOKEN}`])
    expect((await ask(shared, authorization)).status).toBe(404)
})

testUnless(otherProcess, 'the metrics count the times at which the event loop was occupied', async () => {
  const countLong = async () => {
    const { text } = await ask(service, `Bearer ${METRICS_TOKEN}`)
    const of = (line: string) =>
      Number(
        text
          .split('\n')
          .find((one) => one.startsWith(line))!
          .split(' ')
          .at(-1),
      )
    return of('event_loop_delay_seconds_count') - of('event_loop_delay_seconds_bucket{le="0.1"}')
  }
  const before = await countLong()
  const until = performance.now() + 200
  while (performance.now() < until);
  // The timer that was late runs before this one.
  await Bun.sleep(30)
  expect(await countLong()).toBeGreaterThan(before)
})

/** Long work of the process lets other work have its turns. */
import { expect, test } from 'bun:test'
import { mapInSlices } from '../../server/queue/slices.ts'

test('a list whose elements take long is mapped in order, and other work has a turn after each of them', async () => {
  let turns = 0
  let isOver = false
  const count = () => {
    turns++
    if (!isOver) setImmediate(count)
  }
  setImmediate(count)
  const mapped = await mapInSlices([1, 2, 3, 4, 5, 6], (one, at) => {
    const until = performance.now() + 4
    while (performance.now() < until);
    return [one * 10, at]
  })
  isOver = true
  expect(mapped).toEqual([1, 2, 3, 4, 5, 6].map((one, at) => [one * 10, at]))
  expect(turns).toBeGreaterThanOrEqual(5)
})

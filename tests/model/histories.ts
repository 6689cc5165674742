/** Random histories compared with the model after every step. A seed is one history, whatever it is played among. */
import fc from 'fast-check'
import { compareStep, compareWhole } from './compare.ts'
import { play, type Step, stepsOf } from './steps/kinds.ts'
import { newWorld, openings } from './opening.ts'
import { places, skus, today } from './setting.ts'
import type { World } from './world.ts'

export interface Played {
  histories: number
  steps: number
  /** How often each action succeeded, and how often both refused it. */
  acts: Map<string, { taken: number; refused: number }>
  /** How often each read was compared. */
  compared: Map<string, number>
}

interface History {
  opened: string
  steps: readonly Step[]
}

const counting = ({ acts, compared }: Played): Pick<World, 'note' | 'compare'> => ({
  note: (act, isTaken) => {
    const { taken, refused } = acts.get(act) ?? { taken: 0, refused: 0 }
    acts.set(act, isTaken ? { taken: taken + 1, refused } : { taken, refused: refused + 1 })
  },
  compare: async (read, comparison) => {
    await comparison
    compared.set(read, (compared.get(read) ?? 0) + 1)
  },
})

async function playHistory({ opened, steps }: History, played: Played): Promise<void> {
  const world = await newWorld(opened, counting(played))
  for (const [i, one] of steps.entries()) {
    try {
      const step = await play(world, one)
      for (const place of places) world.model.sales.releaseOverheld(null, place, skus)
      await compareStep(world, step)
      for (const act of world.model.counting.offsets.splice(0)) world.note(act, true)
    } catch (error) {
      throw new Error(`step ${i + 1} of ${steps.length}, ${JSON.stringify(one)}: ${(error as Error).message}`)
    }
    played.steps++
  }
  await compareWhole(world)
  played.histories++
}

/** A history over midnight has two days that are today, so it is played again. */
async function playInOneDay(history: History, played: Played): Promise<void> {
  const day = today()
  try {
    await playHistory(history, played)
  } catch (error) {
    if (today() === day) throw error
    await playHistory(history, played)
  }
}

interface Options {
  /** Seed of the first history; each further one adds one. */
  seed: number
  histories: number
  steps_max: number
  /** Histories that are played at once, each in an organisation of its own. */
  at_once: number
  /** Shrinking a history that diverges ends after this time. */
  shrink_seconds_max: number
  onHistory?: (played: Played) => void
  /** Called immediately with the first history that diverges; shrinking it takes a while. */
  onDivergence?: (message: string) => void
}

/** Throws with the smallest diverging history that was found. */
async function playSeed(seed: number, options: Options, played: Played): Promise<void> {
  const { steps_max, shrink_seconds_max, onDivergence } = options
  const history = fc.noBias(fc.record({ opened: openings, steps: stepsOf(seed, steps_max) }))
  let hasDiverged = false
  const property = fc.asyncProperty(history, async (one) => {
    try {
      await playInOneDay(one, played)
    } catch (error) {
      if (!hasDiverged) onDivergence?.(`seed ${seed}: ${(error as Error).message}`)
      hasDiverged = true
      throw error
    }
  })
  const first = await fc.check(property, { seed, numRuns: 1, endOnFailure: true })
  if (!first.failed) return
  const message = `seed ${seed}: ${(first.errorInstance as Error).message}`
  if (shrink_seconds_max === 0) throw new Error(message)
  // The limit is one of shrinking alone, since a history lasts as long as the machine needs for it.
  const limit = { interruptAfterTimeLimit: shrink_seconds_max * 1000 }
  const smaller = await fc.check(property, { seed, numRuns: 1, ...limit })
  throw new Error(`${message}\n${fc.defaultReportMessage(smaller) ?? ''}`)
}

export async function playHistories(options: Options): Promise<Played> {
  const { seed, histories, at_once, onHistory } = options
  const played: Played = { histories: 0, steps: 0, acts: new Map(), compared: new Map() }
  let next = seed
  const playNext = async (): Promise<void> => {
    while (next < seed + histories) {
      await playSeed(next++, options, played)
      onHistory?.(played)
    }
  }
  await Promise.all(Array.from({ length: at_once }, playNext))
  return played
}

/** The table of exception kinds says what is there: every kind, and operations that exist. */
import { expect, test } from 'bun:test'
import { everyOperation as operations } from '../../server/boot/operations.ts'
import { exceptionKindFacts } from '../../server/exceptions/kinds.ts'
import { exceptionKinds } from '../../server/exceptions/known_values.ts'

const ids = new Set<string>(operations.map(({ id }) => id))

test('every kind is described, closes or is closed, and has an action that is an operation which writes', () => {
  expect(Object.keys(exceptionKindFacts).toSorted()).toEqual([...exceptionKinds].toSorted())
  for (const [kind, { actions, subjects, opened_when }] of Object.entries(exceptionKindFacts)) {
    expect([kind, actions.length > 0, subjects.length > 0, opened_when.endsWith('.')]).toEqual([kind, true, true, true])
    for (const { operation } of actions) {
      expect([kind, operation, ids.has(operation)]).toEqual([kind, operation, true])
      const { method } = operations.find(({ id }) => id === operation)!
      expect([kind, operation, method === 'GET']).toEqual([kind, operation, false])
    }
  }
})

test('an action that ends the cause announces that the exception is resolved', () => {
  const silent = Object.entries(exceptionKindFacts).flatMap(([kind, { actions }]) => {
    const announcing = actions.filter(({ operation }) =>
      operations.find(({ id }) => id === operation)!.emits?.includes('exception.resolved'),
    )
    return announcing.length === 0 ? [kind] : []
  })
  // What is sent again is delivered by a worker, and its end closes these.
  expect(silent.toSorted()).toEqual(['inbound_undelivered', 'ledger_post_failed', 'mail_undelivered'])
})

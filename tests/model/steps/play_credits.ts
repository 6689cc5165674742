/** Compares credit notes as callers list them, and learns the ids of new ones. */
import assert from 'node:assert/strict'
import type { CreditNote } from '../truth/selling/takings.ts'
import type { World } from '../world.ts'

const notesPath = '/api/v1/sales/credit-notes'
const pageMax = 100
const year = new Date().getUTCFullYear()
const nameOf = ({ number }: CreditNote) => `CN-${year}-${String(number).padStart(4, '0')}`

async function listed({ admin, model }: World): Promise<any[]> {
  const rows: any[] = []
  while (rows.length < model.takings.notes.length) {
    const answer = await admin.get(`${notesPath}?limit=${pageMax}&offset=${rows.length}`)
    assert.equal(answer.status, 200, answer.text)
    assert.equal(answer.body.data.filtered_max_size, model.takings.notes.length, 'the number of credit notes')
    rows.push(...answer.body.data.rows)
  }
  return rows
}

/** After an act that issued credit notes. */
export async function nameCredits(world: World, act: string): Promise<void> {
  const ids = new Map((await listed(world)).map((row) => [row.name, row.credit_note_id]))
  for (const note of world.model.takings.notes) note.id = ids.get(nameOf(note)) ?? ''
  world.note(act, true)
}

const expected = (note: CreditNote) => ({
  name: nameOf(note),
  kind: note.kind,
  state: note.is_cancelled ? 'cancelled' : 'issued',
  invoice: note.invoice.id,
  return: note.returned?.id ?? null,
  lines: note.lines.map(({ of, quantity, discount, amount, tax }) => [
    note.invoice.sale.line_ids[of.line],
    quantity,
    discount,
    amount,
    tax,
  ]),
  tax: note.tax,
  freight: note.freight,
  total: note.total,
})

/** Every credit note with its lines and totals. */
export async function compareCredits(world: World): Promise<void> {
  if (world.model.takings.notes.length === 0) return
  const rows = await listed(world)
  assert.deepEqual(
    rows
      .map((row) => ({
        name: row.name,
        kind: row.kind,
        state: row.state,
        invoice: row.invoice.invoice_id,
        return: row.return?.id ?? null,
        lines: row.lines.map((line: any) => [
          line.line_item_id,
          line.quantity,
          line.discount.cents,
          line.amount.cents,
          line.tax.cents,
        ]),
        tax: row.tax.cents,
        freight: row.freight.cents,
        total: row.total.cents,
      }))
      .toSorted((a, b) => (a.name < b.name ? -1 : 1)),
    world.model.takings.notes.map(expected),
    'credit notes',
  )
}

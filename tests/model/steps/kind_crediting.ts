/** Money that goes back, and what becomes of units in quarantine: refunds, credit notes and inspections. */
import fc from 'fast-check'
import type { Kind } from './kind.ts'
import { nameCredits } from './play_credits.ts'
import { returnsPath, statedOf } from './play_returns.ts'
import { stated, type StatedStep } from './sale_steps.ts'
import { does, which } from '../setting.ts'
import type { Sale } from '../truth/selling/sale.ts'
import { centsOf, type Return } from '../truth/selling/takings.ts'
import { agree, choose, type World } from '../world.ts'

export type CreditStep =
  | { does: 'correct_refund'; return: number; refund: StatedStep }
  | { does: 'inspect'; return: number; quantity: number; disposition: string }
  | { does: 'revert_inspection'; return: number; inspection: number }
  | { does: 'credit_return'; return: number }
  /** Hundredths of what is left of the invoice; tax and freight in cents, null for what is usual. */
  | { does: 'allow'; invoice: number; percent: number; tax: number | null; freight: number | null }
  | { does: 'cancel_credit'; note: number }

async function correct(world: World, one: Return, step: CreditStep & { does: 'correct_refund' }): Promise<void> {
  const refund = statedOf(world, one.sale, step.refund, centsOf(world.model.returns.inForce(one)) + one.freight)
  const answer = await world.admin.post(`${returnsPath}/${one.id}/refund`, { refund, reason: 'Agreed by phone' })
  agree(world, 'correct refund', answer, world.model.returns.correct(one, refund))
}

async function inspect(world: World, one: Return, step: CreditStep & { does: 'inspect' }): Promise<void> {
  const { sku } = one.sale.lines[one.line]!
  const { quantity, disposition } = step
  const answer = await world.admin.post(`${returnsPath}/${one.id}/inspections`, {
    lines: [{ sku, quantity, disposition }],
  })
  const { status, inspection } = world.model.returns.inspect(one, quantity, disposition)
  if (!agree(world, `inspect: ${disposition}`, answer, status)) return
  const known = new Set(one.receipt!.inspections.map(({ id }) => id))
  const inspections = answer.body.data.lines[0].receipts.flatMap((receipt: any) => receipt.inspections)
  inspection!.id = inspections.find((each: any) => !known.has(each.inspection_id)).inspection_id
}

async function revert(world: World, one: Return, at: number): Promise<void> {
  const all = one.receipt?.inspections ?? []
  const inspection = choose(all, at, ({ is_reverted }) => !is_reverted)
  if (inspection === undefined) return
  const path = `${returnsPath}/${one.id}/inspections/${inspection.id}/revert`
  const answer = await world.admin.post(path, { reason: 'Another parcel' })
  agree(world, 'revert inspection', answer, world.model.returns.revert(one, inspection))
}

async function creditReturn(world: World, one: Return): Promise<void> {
  const answer = await world.admin.post(`${returnsPath}/${one.id}/credit-notes`, {})
  if (agree(world, 'credit return', answer, world.model.credits.creditReturn(one).status))
    await nameCredits(world, 'issue a credit note')
}

async function allow(world: World, step: CreditStep & { does: 'allow' }): Promise<Sale | undefined> {
  const { model, admin } = world
  const invoice = choose(model.invoices.all, step.invoice, ({ is_void }) => !is_void)
  if (invoice === undefined) return undefined
  const { percent, tax, freight } = step
  const amount = Math.floor((invoice.lines.reduce((sum, line) => sum + line.amount, 0) * percent) / 100)
  const answer = await admin.post(`/api/v1/sales/invoices/${invoice.id}/credit-notes`, {
    reason: 'Damaged',
    amount_cents: amount,
    ...(tax === null ? {} : { tax_cents: tax }),
    ...(freight === null ? {} : { freight_cents: freight }),
  })
  const { status } = model.credits.allow(invoice, { amount, tax, freight })
  if (agree(world, 'credit an allowance', answer, status)) await nameCredits(world, 'issue a credit note')
  return invoice.sale
}

async function cancel(world: World, at: number): Promise<Sale | undefined> {
  const { model, admin } = world
  const note = choose(model.takings.notes, at, ({ is_cancelled, kind }) => !is_cancelled && kind !== 'void')
  if (note === undefined) return undefined
  const answer = await admin.post(`/api/v1/sales/credit-notes/${note.id}/cancel`, { reason: 'Issued in error' })
  agree(world, 'cancel credit note', answer, model.credits.cancel(note))
  return note.invoice.sale
}

const fits = ({ model }: World): Record<Extract<CreditStep, { return: number }>['does'], (one: Return) => boolean> => ({
  correct_refund: () => true,
  inspect: (one) => model.returns.quarantined(one) > 0,
  revert_inspection: ({ receipt }) => (receipt?.inspections ?? []).some(({ is_reverted }) => !is_reverted),
  credit_return: ({ sale, refund }) => sale.is_wholesale && refund === null && model.invoices.live(sale).length > 0,
})

async function playReturn(world: World, step: Extract<CreditStep, { return: number }>): Promise<Sale | undefined> {
  const one = choose(world.model.takings.returns, step.return, fits(world)[step.does])
  if (one === undefined) return undefined
  if (step.does === 'correct_refund') await correct(world, one, step)
  if (step.does === 'inspect') await inspect(world, one, step)
  if (step.does === 'revert_inspection') await revert(world, one, step.inspection)
  if (step.does === 'credit_return') await creditReturn(world, one)
  return one.sale
}

async function playCredit(world: World, step: CreditStep): Promise<Sale | undefined> {
  if (step.does === 'allow') return allow(world, step)
  if (step.does === 'cancel_credit') return cancel(world, step.note)
  return playReturn(world, step)
}

const disposition = fc.constantFrom('restock', 'restock', 'write_off', 'return_to_supplier')

export const crediting: Kind<CreditStep> = {
  does: ['correct_refund', 'inspect', 'revert_inspection', 'credit_return', 'allow', 'cancel_credit'],
  steps: [
    { weight: 4, arbitrary: fc.record({ does: does('correct_refund'), return: which, refund: stated }) },
    {
      weight: 3,
      arbitrary: fc.record({
        does: does('inspect'),
        return: which,
        quantity: fc.integer({ min: 1, max: 3 }),
        disposition,
      }),
    },
    { weight: 2, arbitrary: fc.record({ does: does('revert_inspection'), return: which, inspection: which }) },
    { weight: 4, arbitrary: fc.record({ does: does('credit_return'), return: which }) },
    {
      weight: 3,
      arbitrary: fc.record({
        does: does('allow'),
        invoice: which,
        percent: fc.constantFrom(0, 3, 10, 50, 100),
        tax: fc.constantFrom(null, null, 0, 12),
        freight: fc.constantFrom(null, null, 0, 100),
      }),
    },
    { weight: 2, arbitrary: fc.record({ does: does('cancel_credit'), note: which }) },
  ],
  play: async (world, step) => ({ sale: await playCredit(world, step) }),
}

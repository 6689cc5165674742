/** The form of a step of an order. */
import { OperationDialog } from '../operation'
import type { Organization } from '../service'
import { AllocateStep, CancelStep, ConfirmStep } from './goods_steps'
import type { Order, OrderMoney } from './model'
import { CreditStep, InvoiceStep, PayStep } from './money_steps'
import type { Open } from './order_tables'
import { ShipStep } from './ship_step'

export interface StepToOpen {
  open: Open
  order: Order
  money: OrderMoney | null
  organization: Organization
  close: () => void
  done: (said: string) => void
}

export function OpenStep({ open, order, money, organization, close, done }: StepToOpen) {
  const shown = { order, organization, close, done }
  if ('credit' in open) return <CreditStep order={order} of={open.credit} close={close} done={done} />
  if ('operation' in open) return <OperationDialog {...open} organization={organization} close={close} done={() => done('Done.')} />
  if (open.step === 'confirm') return <ConfirmStep {...shown} />
  if (open.step === 'allocate') return <AllocateStep {...shown} />
  if (open.step === 'ship') return <ShipStep {...shown} />
  if (open.step === 'invoice') return <InvoiceStep {...shown} />
  if (open.step === 'cancel') return <CancelStep {...shown} />
  return money === null ? null : <PayStep {...shown} money={money} />
}

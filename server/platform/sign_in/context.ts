import type { DoorContext } from '../../door/context.ts'
import type { AccountMail } from '../mail/accounts.ts'

export interface SignInContext extends DoorContext {
  mail: AccountMail
}

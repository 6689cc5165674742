/** The operations of the order book, in the order of the specification. */
import type { Operation } from '../../contract/operation.ts'
import { getAccountAnchor } from './anchor/get_account_anchor.ts'
import { getAccountSizeCurve } from './get_account_size_curve.ts'
import { getCurve } from './get_curve.ts'
import { getFirmness } from './get_firmness.ts'
import { getSignals } from './get_signals.ts'
import { getSummary } from './get_summary.ts'
import { listAccountStyles } from './list_account_styles.ts'
import { listBookAccounts } from './list_accounts.ts'
import { listStyleLines } from './list_style_lines.ts'
import { recordLines } from './recording/record_lines.ts'

export const orderBookOperations: readonly Operation[] = [
  getAccountAnchor,
  getAccountSizeCurve,
  listAccountStyles,
  listBookAccounts,
  getCurve,
  getFirmness,
  getSignals,
  listStyleLines,
  getSummary,
  recordLines,
]

/** Planning. Each resource lists its operations in the order of the specification. */
import { deleteExchangeRate, listExchangeRates, setExchangeRates } from './exchange_rates/exchange_rates.ts'
import type { Operation } from '../contract/operation.ts'
import {
  archiveBuyPlan,
  getBuyPlan,
  lockBuyPlan,
  renameBuyPlan,
  restoreBuyPlan,
  unlockBuyPlan,
} from './buy_plans/change_buy_plan.ts'
import { compareBuyPlanVersions } from './buy_plans/compare_versions.ts'
import { createBuyPlan } from './buy_plans/create_buy_plan.ts'
import { editBuyPlanCells } from './buy_plans/cells/edit_cells.ts'
import { getBuyPlanBaseline } from './buy_plans/get_buy_plan_baseline.ts'
import { getBuyPlanSide } from './buy_plans/get_buy_plan_side.ts'
import { getBuyPlanTable } from './buy_plans/get_buy_plan_table.ts'
import { listBuyPlans } from './buy_plans/list_buy_plans.ts'
import { listBuyPlanVersions } from './buy_plans/list_buy_plan_versions.ts'
import { getOpenToBuy } from './buy_plans/open_to_buy/get_open_to_buy.ts'
import { publishBuyPlan } from './buy_plans/publish_version.ts'
import { spreadBuyPlan } from './buy_plans/cells/spread_cells.ts'
import { getWssi } from './buy_plans/wssi/get_wssi.ts'
import { createCashScenario, deleteCashScenario, listCashScenarios } from './cash/cash_scenarios.ts'
import { getCashSettings, setCashSettings } from './cash/cash_settings.ts'
import { getCashGate } from './cash/get_cash_gate.ts'
import {
  deleteSupplierPayment,
  listSupplierPayments,
  recordSupplierPayment,
} from './cash/payments/supplier_payments.ts'
import { changePlanningCycleStep, closePlanningCycleStep } from './cycles/change_steps.ts'
import { getPlanningCycle, getPlanningCycleStep, listPlanningCycles } from './cycles/get_cycles.ts'
import { openPlanningCycle } from './cycles/open_cycle.ts'
import { signPlanningCycle } from './cycles/sign_cycle.ts'
import { declareCommitmentTotal } from './plan_of_record/declare_total.ts'
import { getCommitmentMoney } from './plan_of_record/get_commitment_money.ts'
import { getCommitmentPlan } from './plan_of_record/get_plan.ts'
import { listCommitmentAccounts } from './plan_of_record/list_commitment_accounts.ts'
import { listCommitmentPlanVersions } from './plan_of_record/list_commitment_plan_versions.ts'
import { lockCommitmentPlan } from './plan_of_record/lock_version.ts'
import { setCommitmentPlan } from './plan_of_record/set_plan.ts'
import { archiveReportSchedule, changeReportSchedule, sendReportSchedule } from './report_schedules/change_schedule.ts'
import { createReportSchedule } from './report_schedules/create_schedule.ts'
import { getReportDelivery, getReportDeliveryFile, listReportDeliveries } from './report_schedules/get_deliveries.ts'
import { getReportSchedule, listReportSchedules } from './report_schedules/get_schedules.ts'
import { getCashFromTheBuy } from './reports/cash_from_the_buy/get_cash_from_the_buy.ts'
import { getReportFile } from './reports/files/report_file.ts'
import { getOpenToBuyReport } from './reports/open_to_buy/get_open_to_buy_report.ts'
import { compareWeeklyTrade } from './reports/trade_comparison/compare_weekly_trade.ts'
import { getWeeklyTrade } from './reports/weekly_trade/get_weekly_trade.ts'

export const planningOperations: readonly Operation[] = [
  deleteExchangeRate,
  listExchangeRates,
  setExchangeRates,
  // planning
  getCommitmentMoney,
  listCommitmentPlanVersions,
  listBuyPlans,
  getBuyPlanSide,
  getBuyPlanTable,
  listBuyPlanVersions,
  getOpenToBuy,
  listCommitmentAccounts,
  // cash
  getCashGate,
  // reports
  getCashFromTheBuy,
  getOpenToBuyReport,
  getWeeklyTrade,
  // session
  getCommitmentPlan,
  setCommitmentPlan,
  lockCommitmentPlan,
  declareCommitmentTotal,
  createBuyPlan,
  getBuyPlan,
  getBuyPlanBaseline,
  getWssi,
  renameBuyPlan,
  editBuyPlanCells,
  spreadBuyPlan,
  publishBuyPlan,
  lockBuyPlan,
  unlockBuyPlan,
  archiveBuyPlan,
  restoreBuyPlan,
  compareBuyPlanVersions,
  listSupplierPayments,
  recordSupplierPayment,
  deleteSupplierPayment,
  getCashSettings,
  setCashSettings,
  listCashScenarios,
  createCashScenario,
  deleteCashScenario,
  listPlanningCycles,
  openPlanningCycle,
  getPlanningCycle,
  getPlanningCycleStep,
  changePlanningCycleStep,
  closePlanningCycleStep,
  signPlanningCycle,
  compareWeeklyTrade,
  getReportFile,
  listReportSchedules,
  createReportSchedule,
  getReportSchedule,
  changeReportSchedule,
  archiveReportSchedule,
  sendReportSchedule,
  listReportDeliveries,
  getReportDelivery,
  getReportDeliveryFile,
]

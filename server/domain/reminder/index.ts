/** Reminders of contracts that end, bills that are overdue and rooms that stand empty. */
export { remindDaily } from './remind.ts'

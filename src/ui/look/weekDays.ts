import { said } from '../../providers/i18nProvider.ts'

const DAYS = ['周一', '周二', '周三', '周四', '周五', '周六', '周日']

/** Gives what the days of a week are called, from Monday on. */
export const daysOfWeek = (): string[] => DAYS.map((label) => said(label))

import closingSetting from '../../../src/resources/settings/closing.ts'
import type { Queryable } from '../../store/connection/database.ts'
import { readSetting } from '../setting/index.ts'

const ON_RECEIPT = 2

/** Tells whether by 结账设置 rent is revenue of a month, `YYYY-MM`, when it is received, and not by the period. */
export const isOnReceipt = async (db: Queryable, month: string): Promise<boolean> => {
  const { recognition, since } = await readSetting(db, closingSetting)
  return recognition === ON_RECEIPT && since !== undefined && month >= since
}

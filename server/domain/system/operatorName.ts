import invoiceSetting from '../../../src/resources/settings/invoice.ts'
import type { Queryable } from '../../store/connection/database.ts'
import { readSetting } from '../setting/index.ts'
import { readLogo } from './readLogo.ts'

/** Gives what the operator is called on papers: the unit that issues invoices (发票设置), or the system's name. */
export const operatorName = async (db: Queryable): Promise<string> => {
  const { title } = await readSetting(db, invoiceSetting)
  return title || (await readLogo(db)).name
}

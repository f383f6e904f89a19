import netSignSetting from '../../../src/resources/settings/netSign.ts'
import type { Queryable } from '../../store/connection/database.ts'
import { readSetting } from '../setting/index.ts'

/** Gives the address at which people's telephones reach this system, as the operator has set it (网签设置); '' where he has not. */
export const siteOf = async (db: Queryable): Promise<string> => ((await readSetting(db, netSignSetting)).site ?? '').replace(/\/$/, '')

import { refuseHalf } from './archive/half.ts'
import type { Config } from './config.ts'
import { loadRegions } from './domain/property/loadRegions.ts'
import { migrate, standingOf } from './store/bringUp/migrate.ts'
import { plan } from './store/bringUp/plan.ts'
import { appliedIn, noteRelease, refuseNewer } from './store/bringUp/release.ts'
import type { Database } from './store/connection/database.ts'
import { noteKey, unlock } from './store/sealing/keyCheck.ts'
import type { Sealer } from './store/sealing/sealer.ts'

type Holder = Pick<Config, 'dataDir' | 'secretKey'>

/** Has a store be as this code makes it, and gives what opens its numbers. */
export const bringUpStore = async (db: Database, holder: Holder): Promise<Sealer> => {
  const sealer = await unlock(db, holder)
  await migrate(db, plan)
  await noteRelease(db)
  await noteKey(db, sealer)
  await loadRegions(db)
  return sealer
}

/** Gives whether a store that has been in use would be changed by this code. Throws where a newer one made it, or it is half made of an archive. */
export const isUpgrade = async (db: Database): Promise<boolean> => {
  refuseNewer(await appliedIn(db), plan)
  await refuseHalf(db)
  return (await standingOf(db, plan)) === 'other'
}

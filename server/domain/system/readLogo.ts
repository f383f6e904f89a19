import logoSetting from '../../../src/resources/settings/logo.ts'
import type { Queryable } from '../../store/connection/database.ts'
import { readSetting } from '../setting/index.ts'

/** Gives the system's name and picture as they are in force, which anyone is told: the login page too has them. */
export const readLogo = async (db: Queryable): Promise<{ name: string; image: number | null }> => {
  const { logo_name, logo_img = [] } = await readSetting(db, logoSetting)
  return { name: logo_name, image: logo_img[0] ?? null }
}

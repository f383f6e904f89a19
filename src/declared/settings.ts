import type { PageSpec } from '../core/page.ts'
import type { Setting } from '../core/setting.ts'
import { pages } from './declared.ts'

const isSetting = (page: PageSpec): page is Setting => 'changes' in page

/** Every declared setting. */
export const settings: readonly Setting[] = pages.filter(isSetting)

/** Gives the setting of that name, or null where none is declared. */
export const settingNamed = (name: string): Setting | null => settings.find((setting) => setting.name === name) ?? null

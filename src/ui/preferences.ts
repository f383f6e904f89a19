import type { ThemeMode } from './theme.ts'
import { storeOf } from './useStore.ts'

/** Light, dark, or as the computer says. */
export const themeChoice = storeOf<ThemeMode | 'system'>('anju.theme', 'system')

/** The project that the header's selector filters every screen by; null is all. */
export const chosenProject = storeOf<number | null>('anju.project', null)

export const menuCollapsed = storeOf<boolean>('anju.menuCollapsed', false)

import type { Density, Locale, ThemeChoice } from '../../protocol/preferences.ts'
import { preference } from '../../providers/preferences.ts'

/** Light, dark, or as the computer says. */
export const themeChoice = preference<ThemeChoice>('theme', 'system')

/** How high a row of a list is: 40 px, or 32. */
export const density = preference<Density>('density', 'comfortable')

/** How large a room of the map is: with its second line, or its number alone. */
export const mapDensity = preference<Density>('map_density', 'comfortable')

/** The project that the header's selector filters every screen by; null is all. */
export const chosenProject = preference<number | null>('project', null)

export const menuCollapsed = preference<boolean>('menu_collapsed', false)

/** Whether 上线步骤 stands on 工作台 with its head alone. */
export const stepsCollapsed = preference<boolean>('steps_collapsed', false)

/** The path of the screen where the person lands; '' is the first that they may see. */
export const startScreen = preference<string>('home', '')

export const localeChoice = preference<Locale>('locale', 'zh-CN')

export const themeWords: Readonly<Record<ThemeChoice, string>> = { system: '跟随系统', light: '浅色', dark: '深色' }
export const densityWords: Readonly<Record<Density, string>> = { comfortable: '宽松', compact: '紧凑' }
/** Each language by its own name. */
export const localeWords: Readonly<Record<Locale, string>> = { 'zh-CN': '简体中文', 'en-US': 'English' }

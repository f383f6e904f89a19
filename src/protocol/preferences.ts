import { isColumnChoice, isOpening } from './savedFilters.ts'

const themeChoices = ['system', 'light', 'dark'] as const
const densities = ['comfortable', 'compact'] as const
const locales = ['zh-CN', 'en-US'] as const

export type ThemeChoice = (typeof themeChoices)[number]
export type Density = (typeof densities)[number]
export type Locale = (typeof locales)[number]

/** What a person has changed of a list's columns. */
export interface ColumnChoice {
  shown: string[]
  order: string[]
}

/** A person's own values by name, as the server keeps them and get_info tells them. */
export type Preferences = Readonly<Record<string, unknown>>

/** One change on its way to the server: the value as JSON text; `null` takes it away. */
export interface PreferenceChange {
  name: string
  value: string
}

// As many bits as PostgreSQL's integer has.
const isKey = (value: unknown): boolean => Number.isInteger(value) && (value as number) > 0 && ((value as number) | 0) === value

const among =
  (words: readonly string[]) =>
  (value: unknown): boolean =>
    typeof value === 'string' && words.includes(value)

/** What each preference may be. */
const single: Readonly<Record<string, (value: unknown) => boolean>> = {
  theme: among(themeChoices),
  density: among(densities),
  map_density: among(densities),
  locale: among(locales),
  /** The path of the screen where the person lands. */
  home: (value) => typeof value === 'string' && /^\/[\w/-]{1,100}$/.test(value),
  menu_collapsed: (value) => typeof value === 'boolean',
  /** Whether 上线步骤 stands on 工作台 with its lines, or with its head alone. */
  steps_collapsed: (value) => typeof value === 'boolean',
  /** The project that the header's selector filters every screen by. */
  project: isKey,
}

/** What a person may choose for each list; the name is followed by a dot and the resource's. */
const perList: Readonly<Record<string, (value: unknown) => boolean>> = {
  columns: isColumnChoice,
  /** The saved filter with which the list opens. */
  opens: isOpening,
}

/** True for a value that a preference of this name may have; `isList` says whether there is a list of that name. */
export const fitsPreference = (name: string, value: unknown, isList: (resource: string) => boolean): boolean => {
  if (Object.hasOwn(single, name)) return single[name]?.(value) === true
  const [kind = '', list = '', ...more] = name.split('.')
  return more.length === 0 && Object.hasOwn(perList, kind) && perList[kind]?.(value) === true && isList(list)
}

/** True for the name of a preference, whatever its value. */
export const isPreference = (name: string): boolean =>
  Object.hasOwn(single, name) || (/^[a-z]+\.\w{1,60}$/.test(name) && Object.hasOwn(perList, name.split('.')[0] ?? ''))

import type { I18nProvider } from '@refinedev/core'
import { enUS } from '../locales/en-US.ts'

export type Locale = 'zh-CN' | 'en-US'
const KEY = 'anju.locale'

let locale: Locale = localStorage.getItem(KEY) === 'en-US' ? 'en-US' : 'zh-CN'

export const getLocale = (): Locale => locale

export const setLocale = (next: Locale): void => {
  locale = next
  localStorage.setItem(KEY, next)
}

/** Gives a text in the person's language. Chinese is the source text; en-US is keyed by it. */
export const t = (source: string): string => (locale === 'en-US' ? (enUS[source] ?? source) : source)

/** refine's socket for words. */
export const i18nProvider: I18nProvider = {
  translate: (key: string) => t(key),
  changeLocale: async (next: string) => setLocale(next === 'en-US' ? 'en-US' : 'zh-CN'),
  getLocale: () => locale,
}

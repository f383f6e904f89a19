import type { I18nProvider } from '@refinedev/core'
import { enUS } from '../locales/en-US.ts'
import type { Locale } from '../protocol/preferences.ts'
import { preference } from './preferences.ts'

const choice = preference<Locale>('locale', 'zh-CN')

/** Gives a text in the person's language. Chinese is the source text; en-US is keyed by it. */
export const t = (source: string): string => (choice.get() === 'en-US' ? (enUS[source] ?? source) : source)

/** refine's socket for words. */
export const i18nProvider: I18nProvider = {
  translate: (key: string) => t(key),
  changeLocale: async (next: string) => choice.set(next === 'en-US' ? 'en-US' : 'zh-CN'),
  getLocale: () => choice.get(),
}

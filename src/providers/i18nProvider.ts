import type { I18nProvider } from '@refinedev/core'
import { inChinese } from '../derive/translator.ts'
import type { Locale } from '../protocol/preferences.ts'
import { preference } from './preferences.ts'
import { said, speak, spokenLocale, t } from './spoken.ts'

export { said, spokenLocale, t }

type English = typeof import('./english.ts')['english']

const choice = preference<Locale>('locale', 'zh-CN')

let english: English | null = null

/** The component library's words, where they are not Chinese. */
export const libraryWords = (): English['library'] | null => (spokenLocale() === 'en-US' && english ? english.library : null)

/** Makes the page speak the person's language from here on; English is fetched when it is first spoken. Where it cannot be, Chinese stays. */
export const speakChosen = async (): Promise<Locale> => {
  const wanted = choice.get()
  if (wanted === 'en-US' && !english)
    await import('./english.ts').then(
      (parts) => {
        english = parts.english
      },
      () => {},
    )
  const locale = english ? wanted : 'zh-CN'
  speak(locale, locale === 'en-US' && english ? english.translator : inChinese)
  document.documentElement.lang = locale
  return locale
}

/** refine's socket for words. */
export const i18nProvider: I18nProvider = {
  translate: said,
  changeLocale: async (next: string) => choice.set(next === 'en-US' ? 'en-US' : 'zh-CN'),
  getLocale: spokenLocale,
}

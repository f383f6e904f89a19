import type { I18nProvider } from '@refinedev/core'
import { type Translate, translatorOf } from '../derive/translator.ts'
import type { Locale } from '../protocol/preferences.ts'
import { preference } from './preferences.ts'

type Library = typeof import('antd/es/locale/en_US')['default']

const choice = preference<Locale>('locale', 'zh-CN')

let english: { library: Library; translate: Translate } | null = null
let locale: Locale = 'zh-CN'

/** Gives a text in the person's language. Chinese is the source text, which en-US is keyed by; a text may carry what varies (`共 12 条`). */
export const t: Translate = (source) => (locale === 'en-US' && english ? english.translate(source) : source)

/** The language in which the page speaks now. */
export const spokenLocale = (): Locale => locale

/** The component library's words, where they are not Chinese. */
export const libraryWords = (): Library | null => (locale === 'en-US' && english ? english.library : null)

/** Makes the page speak the person's language from here on; English is fetched when it is first spoken. Where it cannot be, Chinese stays. */
export const speakChosen = async (): Promise<Locale> => {
  const wanted = choice.get()
  if (wanted === 'en-US' && !english)
    await Promise.all([import('../locales/en-US/index.ts'), import('antd/es/locale/en_US')]).then(
      ([{ enUS }, { default: library }]) => {
        english = { library, translate: translatorOf(enUS) }
      },
      () => {},
    )
  locale = english ? wanted : 'zh-CN'
  document.documentElement.lang = locale
  return locale
}

/** refine's socket for words. */
export const i18nProvider: I18nProvider = {
  translate: (key: string) => t(key),
  changeLocale: async (next: string) => choice.set(next === 'en-US' ? 'en-US' : 'zh-CN'),
  getLocale: () => locale,
}

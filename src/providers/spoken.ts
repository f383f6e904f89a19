import { inChinese, type Translate } from '../derive/translator.ts'
import type { Locale } from '../protocol/preferences.ts'

/** The language in which the page speaks, and how its texts are put into it; Chinese is the source, which needs nothing. */
let spoken: { locale: Locale; translate: Translate } = { locale: 'zh-CN', translate: inChinese }

/** Gives a text in the person's language. Chinese is the source text, which en-US is keyed by; a text may carry what varies (`共 12 条`). */
export const t: Translate = (source) => spoken.translate(source)

/** The language in which the page speaks now. */
export const spokenLocale = (): Locale => spoken.locale

/** Makes the page speak a language from here on. */
export const speak = (locale: Locale, translate: Translate | null): void => {
  spoken = { locale, translate: translate ?? inChinese }
}

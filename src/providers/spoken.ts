import { inChinese, type Tag, type Translate, type Translator } from '../derive/translator.ts'
import type { Locale } from '../protocol/preferences.ts'

/** The language in which the page speaks, and the ways into it; Chinese is the source, which needs nothing. */
let spoken: { locale: Locale; translator: Translator } = { locale: 'zh-CN', translator: inChinese }

/** Gives a text written here in the person's language: t`共 ${n} 条`. Chinese is the source text, which en-US is keyed by; the values stay as they are. */
export const t: Tag = (...text) => spoken.translator.t(...text)

/** Gives a text of elsewhere in the person's language: a label that is a variable, a sentence of the server's, whatever varies in it. */
export const said: Translate = (source) => spoken.translator.said(source)

/** The language in which the page speaks now. */
export const spokenLocale = (): Locale => spoken.locale

/** Makes the page speak a language from here on. */
export const speak = (locale: Locale, translator: Translator): void => {
  spoken = { locale, translator }
}

/**
 * Gives a text that is written where it is said, in another language: t`共 ${n} 条`. Its key is its own shape, `共 {0} 条`, which is looked up
 * as it stands; the values are put in as they are, never translated. One that is not known stays Chinese.
 */
export type Tag = (pieces: TemplateStringsArray, ...values: readonly (string | number)[]) => string

/** Gives a text that was put together elsewhere (a label, a sentence of the server) in another language; one that is not known comes back as it is. */
export type Translate = (source: string) => string

/** The two ways into a language: `t` for texts written where they are said, `said` for all others. */
export interface Translator {
  t: Tag
  said: Translate
}

/** Chinese is the source: it needs no translation. */
export const inChinese: Translator = { t: (pieces, ...values) => String.raw({ raw: pieces }, ...values), said: (source) => source }

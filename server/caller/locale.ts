import { sql } from 'kysely'
import { inChinese, type Translator } from '../../src/derive/translator.ts'
import { translatorOf } from '../../src/derive/translatorOf.ts'
import { enUS } from '../../src/locales/en-US/index.ts'
import type { Locale } from '../../src/protocol/preferences.ts'
import type { Queryable } from '../store/connection/database.ts'

let english: Translator | null = null

/** Gives the language that an account has chosen for its screens; Chinese where it has chosen none. */
const localeOf = async (db: Queryable, userId: number): Promise<Locale> => {
  const { rows } = await sql<{ locale: Locale }>`
    select value #>> '{}' as locale from preference where account_id = ${userId} and name = 'locale'
  `.execute(db)
  return rows[0]?.locale ?? 'zh-CN'
}

/** Gives the ways into English. */
export const inEnglish = (): Translator => {
  english ??= translatorOf(enUS)
  return english
}

/** Gives the ways into an account's language, for what it is given as a file: the protocol itself carries no language. */
export const translatorFor = async (db: Queryable, userId: number): Promise<Translator> =>
  (await localeOf(db, userId)) === 'zh-CN' ? inChinese : inEnglish()

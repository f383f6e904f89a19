import { grouped } from '../../protocol/fen.ts'
import { spokenLocale, t } from '../../providers/i18nProvider.ts'

/** Ten thousand yuan: below it Chinese says the yuan themselves, where a tenth of ten thousand would tell nothing. */
const WAN = 1_000_000

/** Gives an amount of fen as it is said of a month, with its unit where the language writes one: Chinese counts by ten thousands, English by thousands and millions. */
export const roundSum = (fen: number): string =>
  spokenLocale() === 'zh-CN'
    ? Math.abs(fen) < WAN
      ? t`${grouped(Math.round(fen / 100))} 元`
      : t`${(fen / WAN).toFixed(1)} 万元`
    : new Intl.NumberFormat(spokenLocale(), { notation: 'compact', maximumFractionDigits: 1 }).format(fen / 100)

import { spokenLocale } from '../../providers/i18nProvider.ts'

/** Gives an amount of fen as it is said of a month: Chinese counts by ten thousands, English by thousands and millions. */
export const roundSum = (fen: number): string =>
  spokenLocale() === 'zh-CN'
    ? `${(fen / 1_000_000).toFixed(1)} 万`
    : new Intl.NumberFormat(spokenLocale(), { notation: 'compact', maximumFractionDigits: 1 }).format(fen / 100)

/** The largest amount that anju takes, in fen: 99.99 billion yuan, far inside what a double holds exactly. */
export const MAX_FEN = 9_999_999_999_999

const YUAN = /^(-?)(\d{1,12})(?:\.(\d{1,2}))?$/

/** Gives what was typed with an input method's wide letters (１２．５, Ａ座) in the plain ones (12.5, A座), blanks as they are. */
export const plainLetters = (typed: string): string =>
  typed.replaceAll(/[！-～]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))

/** The same without blanks around it. */
export const plainDigits = (typed: string): string => plainLetters(typed.trim())

const THOUSANDS = /^-?\d{1,3}(?:,\d{3})+(?=\.|$)/

/** Gives a number in plain digits without the commas that part its thousands (1,234.5); any other comma stays, which makes it none: in 12,5 somebody meant the point. */
export const withoutThousands = (plain: string): string => plain.replace(THOUSANDS, (whole) => whole.replaceAll(',', ''))

/** Gives fen for a yuan amount as typed ('1,234.5', '￥20', '１２．５'); null where it is no amount or has a part of a fen. No float is involved. */
export const yuanToFen = (typed: string): number | null => {
  const match = YUAN.exec(withoutThousands(plainDigits(typed).replace(/^[¥￥]/, '')))
  if (!match) return null
  const [, minus, yuan = '', cents = ''] = match
  const fen = Number(yuan) * 100 + Number(cents.padEnd(2, '0'))
  if (fen > MAX_FEN) return null
  return minus && fen !== 0 ? -fen : fen
}

/** Gives 12,345 for 12345. Written out because the first use of Intl costs a browser 17 ms of its start. */
export const grouped = (whole: number): string => String(whole).replace(/\B(?=(\d{3})+$)/g, ',')

/** Gives '1,234.56' for 123456 fen. */
export const fenToYuan = (fen: number): string => {
  const digits = String(Math.abs(fen)).padStart(3, '0')
  return `${fen < 0 ? '-' : ''}${grouped(Number(digits.slice(0, -2)))}.${digits.slice(-2)}`
}

const DIGITS = '零壹贰叁肆伍陆柒捌玖'
const PLACES = ['', '拾', '佰', '仟']
const GROUPS = ['', '万', '亿', '万亿']

const groupInWords = (group: number): string => {
  let words = ''
  let zero = false
  for (let place = 3; place >= 0; place--) {
    const digit = Math.floor(group / 10 ** place) % 10
    if (digit === 0) {
      zero = words !== ''
      continue
    }
    words += (zero ? '零' : '') + DIGITS[digit] + PLACES[place]
    zero = false
  }
  return words
}

/** Gives the amount in the capitals that Chinese receipts carry: 123456 fen → 壹仟贰佰叁拾肆元伍角陆分 (支付结算办法, 附一). */
export const fenInCapitals = (fen: number): string => {
  const whole = Math.floor(Math.abs(fen) / 100)
  const [jiao, cent] = [Math.floor(Math.abs(fen) / 10) % 10, Math.abs(fen) % 10]
  let yuan = ''
  let gap = false
  for (let index = GROUPS.length - 1; index >= 0; index--) {
    const group = Math.floor(whole / 10_000 ** index) % 10_000
    if (group === 0) {
      gap = yuan !== ''
      continue
    }
    yuan += (yuan !== '' && (gap || group < 1000) ? '零' : '') + groupInWords(group) + GROUPS[index]
    gap = false
  }
  const parts = [
    fen < 0 ? '负' : '',
    yuan === '' ? '' : `${yuan}元`,
    jiao > 0 ? `${DIGITS[jiao]}角` : cent > 0 && yuan !== '' ? '零' : '',
    cent > 0 ? `${DIGITS[cent]}分` : '整',
  ]
  return yuan === '' && jiao === 0 && cent === 0 ? '零元整' : parts.join('')
}

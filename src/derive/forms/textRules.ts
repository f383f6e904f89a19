import type { TextCheck } from '../../core/textChecks.ts'
import { isCreditCode } from '../../protocol/creditCode.ts'

/** What a text that is checked must be, and what is told to whoever typed another. */
export const textRules: Readonly<Record<TextCheck, { isRight: (text: string) => boolean; refusal: string }>> = {
  taxNumber: {
    isRight: (text) =>
      text.length === 18 ? isCreditCode(text) || /^\d{17}[\dX]$/.test(text) : /^([0-9A-Z]{15}|[0-9A-Z]{17}|[0-9A-Z]{19,20})$/.test(text),
    refusal: '请检查纳税人识别号：18 位的是统一社会信用代码（或身份证号），其余 15 至 20 位数字、大写字母',
  },
  creditCode: { isRight: isCreditCode, refusal: '请检查统一社会信用代码：18 位，字母大写' },
}

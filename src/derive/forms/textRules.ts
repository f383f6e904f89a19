import type { TextCheck } from '../../core/textChecks.ts'
import { isCreditCode } from '../../protocol/creditCode.ts'

/** What a text that is checked must be, and what is told to whoever typed another. */
export const textRules: Readonly<Record<TextCheck, { isRight: (text: string) => boolean; refusal: string }>> = {
  creditCode: { isRight: isCreditCode, refusal: '请检查统一社会信用代码：18 位，字母大写' },
}

/** An SMS of Chinese text is one up to so many signs; a longer one is sent in parts, each of so many. */
const [ONE, PART] = [70, 67]

/** Gives of how many an SMS is charged. */
export const partsOfSms = (text: string): number => {
  const signs = [...text].length
  return signs <= ONE ? 1 : Math.ceil(signs / PART)
}

/** What a text of the operator's may name in braces, as an SMS to a debtor and as a letter. */
export const textWords = {
  sms: ['付款方', '张数', '欠款', '最早应付日'],
  letter: ['付款方', '单位', '笔数', '欠款', '欠款大写', '最早应付日', '明细'],
} as const

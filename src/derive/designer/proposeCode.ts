import { pinyin } from 'pinyin-pro'

/** What a code has to be: at most so long, of this pattern, and none of these. */
interface CodeRule {
  maxLength: number
  pattern?: string | undefined
  taken: readonly string[]
}

const sounds = (label: string, pattern: 'pinyin' | 'first'): string =>
  pinyin(label, { toneType: 'none', type: 'array', nonZh: 'consecutive', v: true, pattern })
    .join('')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')

/** A code begins with a letter. */
const lettered = (code: string): string => (/^\d/.test(code) ? `n${code}` : code)

/**
 * Gives a code for a label: its pinyin, or the first letters of it where that is too long, with a number behind it where the code is taken
 * or says too little. Undefined where the label has nothing that can be pronounced.
 */
export const proposeCode = (label: string, { maxLength, pattern, taken }: CodeRule): string | undefined => {
  const whole = lettered(sounds(label, 'pinyin'))
  const code = whole.length > maxLength ? lettered(sounds(label, 'first')) : whole
  if (code === '') return undefined
  const isFree = (each: string): boolean => !taken.includes(each) && (!pattern || new RegExp(pattern).test(each))
  let proposed = code.slice(0, maxLength)
  for (let count = 2; !isFree(proposed) && count <= taken.length + 2; count++)
    proposed = `${code.slice(0, maxLength - String(count).length)}${count}`
  return isFree(proposed) ? proposed : undefined
}

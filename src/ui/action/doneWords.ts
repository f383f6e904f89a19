import { said, t } from '../../providers/i18nProvider.ts'

/** What is said of how it went: that it is done, or what came instead. */
export interface Word {
  type: 'success' | 'error'
  message: string
}

/** Whether others have to agree first: the answer names what was submitted. */
export const isSubmitted = (answer: unknown): boolean => Array.isArray((answer as { audit_ids?: unknown } | null)?.audit_ids)

/** Gives what is said when a deed was answered: it is done, or how much was (`said`); or others have to agree first; or, as the answer says (`msg`), it came out otherwise. */
export const doneWord = (answer: unknown, done: string): Word => {
  const { msg, said: word } = (answer ?? {}) as { msg?: unknown; said?: unknown }
  if (isSubmitted(answer)) return { type: 'success', message: t`已提交审批，通过后生效` }
  if (typeof msg === 'string' && msg !== '') return { type: 'error', message: msg }
  return { type: 'success', message: typeof word === 'string' && word !== '' ? said(word) : done }
}

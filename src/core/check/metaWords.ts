import type { Shape } from './shape.ts'

export const text: Shape = { is: 'text' }
export const column: Shape = { is: 'text', pattern: /^[A-Za-z][A-Za-z0-9_]{0,47}$/, like: '字母开头的字段名（字母、数字、下划线）' }
export const COLUMN_NAME = /^[a-z][a-z0-9_]{0,47}$/
export const COLUMN_LIKE = '小写字母开头的字段名'
export const columnName: Shape = { is: 'text', pattern: COLUMN_NAME, like: COLUMN_LIKE }
export const callPath: Shape = {
  is: 'text',
  pattern: /^\/(api\/[A-Za-z][A-Za-z0-9_]*|message)\/[A-Za-z][A-Za-z0-9_]*$/,
  like: "'/api/名称/动作'",
}
export const flag: Shape = { is: 'true' }
export const either = (like: string, ...of: Shape[]): Shape => ({ is: 'either', of, like })
export const scalar = either('文字或数', { is: 'text' }, { is: 'number' })
/** '' is a field that has no value. */
const wanted = either('值', scalar, { is: 'word', of: [''] })
export const condition: Shape = { is: 'map', of: either('值或值的列表', wanted, { is: 'list', of: wanted }) }

export const toneWord: Shape = { is: 'word', of: ['good', 'soon', 'bad', 'info', 'quiet'] }

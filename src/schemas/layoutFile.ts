import type { Field } from '../core/form.ts'
import { idRange } from '../core/ids.ts'

/** For which project a file of another body is made or read: whoever has all may leave it open. */
export const fileProject = {
  type: 'integer',
  title: '项目',
  description: '负责全部项目的可以不选',
  'x-is': 'ref',
  ...idRange,
  'x-lookup': { call: '/api/Project/find', value: 'p_id', label: 'name', search: 'keyword' },
} as const satisfies Field

/** The file that another body gave (server/imports/layouts). */
export const layoutFile = {
  type: 'string',
  title: '文件',
  'x-is': 'upload',
  'x-file': '.txt,.csv',
  'x-wide': true,
  maxLength: 300,
  description: 'UTF-8 或 GBK 的文本文件，至多 100,000 行',
  'x-msg': { required: '请选择文件' },
} as const satisfies Field

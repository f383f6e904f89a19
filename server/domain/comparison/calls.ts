import { comparedForm, rosterForm } from '../../../src/schemas/comparison/comparison.ts'
import { defineCall } from '../../calls/defineCall.ts'
import { compare } from './compare.ts'
import { readFile } from './readFile.ts'
import { askForRoster, writeRoster } from './roster.ts'

const group = '比对批次'

export default [
  defineCall(
    {
      path: '/api/comparison/compare',
      label: '导入比对结果',
      group,
      can: 'self',
      writes: true,
      takesFile: true,
      params: comparedForm,
      prepare: readFile,
    },
    compare,
  ),
  defineCall(
    {
      path: '/api/comparison/roster',
      label: '导出比对名单',
      group,
      can: 'self',
      writes: true,
      params: rosterForm,
      present: writeRoster,
    },
    askForRoster,
  ),
]

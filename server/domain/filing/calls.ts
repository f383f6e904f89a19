import { backfillForm, filedNumbersForm, filingListForm } from '../../../src/schemas/filing/filing.ts'
import { defineCall } from '../../calls/defineCall.ts'
import { backfill } from './backfill.ts'
import { askForList, writeList } from './list.ts'
import { enterNumbers, readNumbers } from './numbers.ts'

const group = '备案'

export default [
  defineCall(
    { path: '/api/filing/list', label: '导出备案名单', group, can: 'self', writes: true, params: filingListForm, present: writeList },
    askForList,
  ),
  defineCall(
    {
      path: '/api/filing/numbers',
      label: '导入备案号',
      group,
      can: 'self',
      writes: true,
      takesFile: true,
      params: filedNumbersForm,
      prepare: readNumbers,
    },
    enterNumbers,
  ),
  defineCall({ path: '/api/filing/backfill', label: '补建备案', group, can: 'self', writes: true, params: backfillForm }, backfill),
]

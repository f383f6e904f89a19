import { CallError } from '../../../src/core/errors.ts'
import { comparedForm, rosterForm } from '../../../src/schemas/comparison/comparison.ts'
import { addingAs } from '../../calls/addingAs.ts'
import { defineCall } from '../../calls/defineCall.ts'
import { isInquired } from '../application/index.ts'
import { compare } from './compare.ts'
import { readFile } from './readFile.ts'
import { askForRoster, writeRoster } from './roster.ts'

const group = '比对批次'

/** Nobody is sent to the home of somebody whose application came to nothing. */
const addVisit = addingAs<{ apply_id: number }>('home_visit', async ({ tx }, visit) => {
  if (!(await isInquired(tx, visit.apply_id))) throw new CallError(409, '申请已驳回、撤回或轮候已作废，不再核查', { field: 'apply_id' })
  return visit
})

export default [
  addVisit,
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

import type { Field } from '../../../src/core/form.ts'
import { form, pagingParams, reference } from '../../../src/derive/callParams.ts'
import queueSetting from '../../../src/resources/settings/queue.ts'
import { type Context, defineCall } from '../../calls/defineCall.ts'
import { lookupCall } from '../../calls/lookupCall.ts'
import { readSetting } from '../setting/index.ts'
import { addingLottery, poolFile, scriptFile } from './lotteryCalls.ts'
import { addingRound, roundFile } from './lotteryRounds.ts'
import publicationCalls from './publicationCalls.ts'
import { findFitting, readTurns } from './rooms.ts'

const group = '轮候列表'
/** Whoever calls people up is told for which rooms, and whose turn it is. */
const can = '/api/Waiting/call'
const keyword: Field = { type: 'string', title: '小区和房号', maxLength: 50 }

export default [
  ...publicationCalls,
  addingLottery,
  poolFile,
  scriptFile,
  addingRound,
  roundFile,
  lookupCall(
    {
      path: '/api/Waiting/rooms',
      label: '可叫号的房间',
      group,
      can,
      weight: 'search',
      key: 't.org_id',
      finds: { wait_id: reference('轮候人'), keyword },
    },
    findFitting,
  ),
  defineCall({ path: '/api/Waiting/next', label: '轮到谁', group, can, params: form('轮到谁', { p_id: reference('项目') }) }, readTurns),
  defineCall(
    { path: '/api/Waiting/beginning', label: '叫号的初值', group, can, params: form('叫号的初值', pagingParams()) },
    async ({ tx }: Context) => ({ days: (await readSetting(tx, queueSetting)).hold_days }),
  ),
]

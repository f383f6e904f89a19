import { form, reference } from '../../../src/derive/callParams.ts'
import { defineCall } from '../../calls/defineCall.ts'
import { timelineOf } from '../../calls/timeline.ts'

const params = form('经历', { resource: { type: 'string', title: '资源', maxLength: 41 }, id: reference('编号') }, ['resource', 'id'])

/** Of any record that has a timeline: whoever may read the record is told what they may read of it. */
export default [
  defineCall({ path: '/api/life/timeline', label: '经历', group: '会话', can: 'session', params }, (context, { resource, id }) =>
    timelineOf(context, resource, id),
  ),
]

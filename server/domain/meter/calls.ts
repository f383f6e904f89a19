import { meterForm } from '../../../src/schemas/meter/meter.ts'
import { defineCall } from '../../calls/defineCall.ts'
import { addReading } from './addReading.ts'

export default [
  defineCall(
    {
      path: '/api/meter/add',
      label: '新增抄表',
      group: '抄表管理',
      can: 'self',
      writes: true,
      params: meterForm,
      adds: { makes: ['meter'], row: addReading },
    },
    addReading,
  ),
]

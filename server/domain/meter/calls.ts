import { form } from '../../../src/derive/callParams.ts'
import { meterForm, sheetForm } from '../../../src/schemas/meter/meter.ts'
import { defineCall } from '../../calls/defineCall.ts'
import { addReading } from './addReading.ts'
import { previewReading } from './previews.ts'
import { sheetRows, writeSheet } from './sheet.ts'
import { takeBackReadings } from './takeBack.ts'

const group = '抄表管理'
const { org_id, simple_id, read_date, current, is_new, old_end, new_start } = meterForm.properties
const typed = { org_id, simple_id, read_date, current, is_new, old_end, new_start }

export default [
  defineCall(
    {
      path: '/api/meter/add',
      label: '新增抄表',
      group,
      can: 'self',
      writes: true,
      params: meterForm,
      adds: { makes: ['meter'], row: addReading, takesBack: { gone: 'withdrawn', take: takeBackReadings } },
    },
    addReading,
  ),
  defineCall(
    {
      path: '/api/meter/reading',
      label: '用量与金额',
      group,
      can: '/api/meter/add',
      params: form('用量与金额', typed, ['org_id', 'simple_id', 'read_date', 'current']),
    },
    previewReading,
  ),
  defineCall({ path: '/api/meter_due/sheet', label: '下载抄表单', group, can: 'self', params: sheetForm, present: writeSheet }, sheetRows),
]

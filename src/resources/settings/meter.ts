import { defineSetting } from '../../core/setting.ts'
import { meterSettingForm } from '../../schemas/settings/meter.ts'

export default defineSetting({
  name: 'meterSetting',
  label: '抄表设置',
  path: '/setting/meterSetting',
  menu: { group: '设置', part: '业务', order: 229, icon: 'meterTerms' },
  access: 'setting_check',
  changes: '抄表时多大的用量须核实、要不要照片，抄表后开不开账单、几天后应付；对以后的读数生效，已登记的不变。',
  form: meterSettingForm,
})

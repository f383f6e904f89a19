import { defineForm } from '../../core/form.ts'
import { openClosed } from '../common.ts'

/** 报修设置: whether tenants report repairs on their own telephones, and how often. */
export const repairSettingForm = defineForm({
  title: '报修设置',
  description: '租客用自己的手机报修；员工登记的报修不受影响。',
  type: 'object',
  properties: {
    phone_repair: {
      type: 'integer',
      title: '手机报修',
      'x-is': 'radio',
      'x-section': '手机报修',
      oneOf: openClosed,
      default: 2,
      description: '租客扫二维码（设置 › 项目设置 › 打印报修二维码），或打开短信里的网址（合同 › 发报修网址），用登记的手机号进入',
    },
    repair_notice: {
      type: 'string',
      title: '报修须知',
      'x-is': 'note',
      'x-wide': true,
      maxLength: 500,
      description: '租客在手机上先看到的话：几点上门、哪些收费、紧急情况打什么电话',
    },
    repair_most: {
      type: 'integer',
      title: '每个手机号每天最多报修',
      'x-unit': '次',
      minimum: 1,
      maximum: 50,
      default: 5,
    },
    repair_messages: {
      type: 'integer',
      title: '每天最多发验证码',
      'x-unit': '条',
      minimum: 1,
      maximum: 100_000,
      default: 500,
      description: '短信要花钱：到数后，当天其他人不能再获取验证码',
    },
    repair_tell: {
      type: 'integer',
      title: '告诉谁',
      description: '租客报修，或认为没修好的时候',
      'x-is': 'radio',
      'x-wide': true,
      oneOf: [
        { const: 1, title: '发消息给该项目能派单的人' },
        { const: 2, title: '只列在今日待办' },
      ],
      default: 1,
    },
  },
  required: ['phone_repair', 'repair_most', 'repair_messages', 'repair_tell'],
  additionalProperties: false,
})

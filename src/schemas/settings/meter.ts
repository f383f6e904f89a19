import { defineForm } from '../../core/form.ts'
import { yesNo } from '../common.ts'

/** 抄表设置: which readings are asked about before they are taken, and how usage becomes a bill. */
export const meterSettingForm = defineForm({
  title: '抄表设置',
  type: 'object',
  properties: {
    times: {
      type: 'number',
      title: '用量超过平时的',
      description: '平时是近 6 次用量的中位数；超过它这么多倍的，须核实才能登记',
      'x-unit': '倍',
      'x-decimals': 1,
      minimum: 1.1,
      maximum: 100,
      default: 3,
      'x-msg': { required: '倍数必填', minimum: '倍数须为1.1至100', maximum: '倍数须为1.1至100', type: '倍数须为数字，最多一位小数' },
    },
    floor: {
      type: 'integer',
      title: '用量不到多少不问',
      description: '用量很小时，几倍也不算异常',
      minimum: 0,
      maximum: 1_000_000,
      default: 30,
      'x-msg': { required: '下限必填' },
    },
    photo: {
      type: 'integer',
      title: '异常用量须有照片',
      'x-is': 'radio',
      oneOf: yesNo,
      default: 2,
      description: '是：核实的读数必须附表的照片，没有照片的不能登记，也不能从表格导入',
    },
    bills: {
      type: 'integer',
      title: '抄表后开账单',
      'x-is': 'radio',
      oneOf: yesNo,
      default: 1,
      description: '有合同的房间由承租方付，随读数开账单；没有合同的用量由本单位承担，不开账单',
    },
    due_days: {
      type: 'integer',
      title: '应付日在抄表后',
      'x-unit': '天',
      'x-when': { bills: 1 },
      minimum: 0,
      maximum: 90,
      default: 15,
      'x-msg': { required: '应付日必填' },
    },
  },
  required: ['times', 'floor', 'photo', 'bills', 'due_days'],
  additionalProperties: false,
})

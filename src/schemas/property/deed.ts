import { defineForm } from '../../core/form.ts'

/** 登记产权证号: of the chosen rooms, which one certificate is of; invoices of rent carry it. */
export const deedForm = defineForm({
  title: '登记产权证号',
  description: '所选的房间都记上这个号；一栋楼一本证的，选中全部房间登记一次。',
  type: 'object',
  properties: {
    deed_no: {
      type: 'string',
      title: '产权证号',
      maxLength: 60,
      description: '产权证书号或不动产单元号',
      'x-msg': { required: '产权证号必填' },
    },
  },
  required: ['deed_no'],
  additionalProperties: false,
})

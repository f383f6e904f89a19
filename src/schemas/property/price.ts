import { defineForm } from '../../core/form.ts'
import { fen } from '../contract/terms.ts'

/** 定租: what a month of a room costs, fixed or by its area (domain.md, Rules of the trade); contracts begin with it, and those that are signed keep theirs. */
export const priceForm = defineForm({
  title: '定租',
  description: '新合同以它开始；已签的合同不变。按面积的，四舍五入到分；没有登记面积的房间不能按面积定。',
  type: 'object',
  properties: {
    by: {
      type: 'integer',
      title: '怎样定',
      'x-is': 'radio',
      oneOf: [
        { const: 1, title: '每间一样' },
        { const: 2, title: '按面积' },
      ],
      default: 2,
    },
    price: { ...fen('每平方米月租金', 1), 'x-when': { by: 2 } },
    fixed: { ...fen('月租金', 1), 'x-when': { by: 1 } },
    market: { ...fen('市场租金', 1), description: '同样按每间或每平方米；超期占用按它收，不填即与标准月租金相同' },
  },
  required: ['by', 'price', 'fixed'],
  additionalProperties: false,
})

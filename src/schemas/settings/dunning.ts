import { defineForm } from '../../core/form.ts'
import { dunningWays } from '../bill/dunning.ts'
import { firstStages, letterText, smsText } from '../bill/paper.ts'
import { choices } from '../common.ts'
import { agreementText } from '../paymentPlan/paper.ts'

/** 催缴设置: which step follows which, after how many days; what an SMS says, and what one costs. */
export const dunningForm = defineForm({
  title: '催缴设置',
  type: 'object',
  properties: {
    stages: {
      type: 'array',
      title: '催缴阶段',
      description: '按逾期天数从少到多；账单上的“下一步”由此提示，做过一步才到下一步',
      'x-is': 'rows',
      'x-wide': true,
      minItems: 1,
      maxItems: 8,
      items: {
        type: 'object',
        properties: {
          name: { type: 'string', title: '阶段', maxLength: 20 },
          way: { type: 'integer', title: '方式', oneOf: choices(dunningWays) },
          days: { type: 'integer', title: '逾期满', 'x-unit': '天', minimum: 1, maximum: 3650 },
        },
        required: ['name', 'way', 'days'],
        additionalProperties: false,
      },
      default: firstStages,
      'x-msg': { required: '催缴阶段必填', minItems: '催缴阶段必填' },
    },
    plan_days: {
      type: 'integer',
      title: '还款计划逾期满',
      description: '一期逾期超过这么多天，计划即为违约，账单恢复催缴，告知经办人；写在还款协议里，改了只管以后拟的',
      'x-unit': '天',
      minimum: 0,
      maximum: 90,
      default: 7,
      'x-msg': { required: '还款计划逾期几天必填' },
    },
    letter_text: {
      type: 'string',
      title: '催缴函',
      description: '一个付款方一份。大括号里的词（如缺省内容所用）换成各自的，独占一行的那个是各张账单的表；“# ”开头是标题，“## ”是小节',
      'x-is': 'note',
      'x-wide': true,
      'x-section': '书面',
      maxLength: 2000,
      default: letterText,
      'x-msg': { required: '催缴函的内容必填' },
    },
    agreement_text: {
      type: 'string',
      title: '还款协议',
      description:
        '甲乙双方印在正文前面，签字栏印在后面。大括号里的词（如缺省内容所用）换成各自的，两张表各独占一行；“## ”是小节。改了只管以后拟的计划',
      'x-is': 'note',
      'x-wide': true,
      maxLength: 4000,
      default: agreementText,
      'x-msg': { required: '还款协议的内容必填' },
    },
    sms_text: {
      type: 'string',
      title: '短信内容',
      description: '大括号里的词（如缺省内容所用）在发送时换成各人的；70 字以内计 1 条，更长的每 67 字计 1 条',
      'x-is': 'note',
      'x-wide': true,
      'x-section': '短信',
      maxLength: 300,
      default: smsText,
      'x-msg': { required: '短信内容必填' },
    },
    sms_price: {
      type: 'integer',
      title: '短信单价',
      description: '与短信服务商约定的每条价格，催缴之前据此告知费用',
      'x-is': 'fen',
      minimum: 0,
      maximum: 1000,
      default: 5,
      'x-msg': { required: '短信单价必填' },
    },
  },
  required: ['stages', 'plan_days', 'letter_text', 'agreement_text', 'sms_text', 'sms_price'],
  additionalProperties: false,
})

import { defineForm } from '../../core/form.ts'

/** 核销设置 (screens.md): how money that came in is matched with what is owed. Amounts in fen. */
export const verificationForm = defineForm({
  title: '核销设置',
  type: 'object',
  properties: {
    mode: {
      type: 'integer',
      title: '怎样核销',
      'x-is': 'radio',
      'x-wide': true,
      oneOf: [
        { const: 1, title: '人工核销' },
        { const: 2, title: '自动核销' },
      ],
      default: 1,
      description: '人工：由财务逐笔选择账单；自动：把握够的流水登记后即按下面的先后核销，多出的留作预收，有新账单时再核',
    },
    sure: {
      type: 'integer',
      title: '把握不低于',
      'x-unit': '%',
      minimum: 50,
      maximum: 100,
      default: 90,
      description: '自动核销只办把握够的；付款人与金额都对得上的约 93–99，其余按可能性排在核销台',
    },
    order: {
      type: 'integer',
      title: '先后',
      'x-is': 'radio',
      'x-wide': true,
      oneOf: [
        { const: 1, title: '先到期的先核' },
        { const: 2, title: '房租优先' },
        { const: 3, title: '金额小的先核' },
      ],
      default: 1,
      description: '先后相同的，先到期的在前，再按编号',
    },
    tolerance: {
      type: 'integer',
      title: '允许尾差',
      'x-is': 'fen',
      minimum: 0,
      maximum: 10_000,
      default: 0,
      description: '付款与应付相差不超过它，视为同一笔，供匹配时提示',
    },
    short: {
      type: 'integer',
      title: '少付在尾差内的',
      'x-is': 'radio',
      'x-wide': true,
      oneOf: [
        { const: 1, title: '留作欠款' },
        { const: 2, title: '记尾差，账单结清' },
      ],
      description: '不选的留作欠款。记尾差：差额记入营业外支出，账单上另有一条调整，撤销核销时一并撤销；押金不记',
    },
    over: {
      type: 'integer',
      title: '多付在尾差内的',
      'x-is': 'radio',
      'x-wide': true,
      oneOf: [
        { const: 1, title: '留作预收' },
        { const: 2, title: '记尾差' },
      ],
      description:
        '不选的留作预收。记尾差：所核的都已付清、一笔收款余下的不超过允许尾差，余额在同一次核销里记入营业外收入（一张“尾差（多付）”的账单），撤销核销时一并作废；核销押金的不记',
    },
    reversal: {
      type: 'integer',
      title: '红冲已核销的流水',
      'x-is': 'radio',
      'x-wide': true,
      oneOf: [
        { const: 1, title: '一并撤销核销' },
        { const: 2, title: '不允许红冲' },
      ],
      default: 1,
      description: '一并撤销：账单恢复未付，房态与台账随之更新；红冲前后的核销都留有记录',
    },
  },
  required: ['mode', 'sure', 'order', 'tolerance', 'reversal'],
  additionalProperties: false,
})

import { defineForm, type Field } from '../../core/form.ts'
import { natures, openClosed } from '../common.ts'

const income = (nature: keyof typeof natures, first: number) =>
  ({
    type: 'integer',
    title: '人均月收入不超过',
    description: '0 为不限',
    'x-is': 'fen',
    minimum: 0,
    maximum: 100_000_000,
    default: first,
    'x-section': natures[nature],
  }) as const satisfies Field

const area = (first: number) =>
  ({
    type: 'number',
    title: '人均住房面积不超过',
    description: '0 为不限',
    'x-unit': '㎡',
    'x-decimals': 2,
    minimum: 0,
    maximum: 1000,
    default: first,
  }) as const satisfies Field

/** 准入设置 (domain.md, Rules of the trade): who qualifies, by nature; who may judge. A case keeps the version by which it was judged. */
export const applicationSettingForm = defineForm({
  title: '准入设置',
  description: '对以后审核的申请生效；审核过的留着当时的版本。',
  type: 'object',
  properties: {
    income_1: income(1, 0),
    area_1: area(15),
    income_2: income(2, 0),
    area_2: area(15),
    income_3: income(3, 420_000),
    area_3: area(15),
    car_limit: {
      type: 'integer',
      title: '每辆车不超过',
      description: '与车辆登记比对时，更贵的成为疑点；0 为不限',
      'x-is': 'fen',
      'x-section': '比对',
      minimum: 0,
      maximum: 1_000_000_000,
      default: 0,
    },
    own: {
      type: 'integer',
      title: '登记人审核自己登记的',
      'x-is': 'radio',
      'x-section': '审核',
      oneOf: [
        { const: 1, title: '不可以' },
        { const: 2, title: '可以' },
      ],
      default: 1,
    },
    phone_apply: {
      type: 'integer',
      title: '手机申请',
      'x-is': 'radio',
      'x-section': '手机申请',
      oneOf: openClosed,
      default: 2,
      description: '申请人扫二维码（设置 › 项目设置 › 打印申请二维码），自己填写、拍照，提交后在准入资格列表待审核',
    },
    apply_notice: {
      type: 'string',
      title: '申请须知',
      'x-is': 'note',
      'x-wide': true,
      maxLength: 500,
      description: '申请人在手机上先看到的话：谁可以申请、要准备什么',
    },
    apply_messages: {
      type: 'integer',
      title: '每天最多发验证码',
      'x-unit': '条',
      minimum: 1,
      maximum: 100_000,
      default: 500,
      description: '短信要花钱：到数后，当天其他人不能再获取验证码',
    },
  },
  required: ['income_1', 'area_1', 'income_2', 'area_2', 'income_3', 'area_3', 'car_limit', 'own', 'phone_apply', 'apply_messages'],
  additionalProperties: false,
})

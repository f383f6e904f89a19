import { defineForm, type Field } from '../../core/form.ts'
import { natures } from '../common.ts'

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
  },
  required: ['income_1', 'area_1', 'income_2', 'area_2', 'income_3', 'area_3', 'car_limit', 'own'],
  additionalProperties: false,
})

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { judgeCars } from '../../../server/domain/comparison/rules/cars.ts'
import type { Household, Person } from '../../../server/domain/comparison/rules/household.ts'
import { judgeHousing } from '../../../server/domain/comparison/rules/housing.ts'
import { judgeBases } from '../../../server/domain/comparison/rules/income.ts'
import { householdKey, householdSizes, judgeRegister } from '../../../server/domain/comparison/rules/register.ts'

const [zhang, li]: [Person, Person] = [
  { member: 0, name: '张三' },
  { member: 7, name: '李四' },
]
const household: Household = { income: 900_000, family_size: 2, housing_area: 10, names: ['张三', '李四'] }
const social = { rule: 1, label: '社保月缴费基数' }

describe('社保与公积金', () => {
  test('the bases of all together are above what was declared: both numbers, and whose', () => {
    const told = [
      { who: zhang, row: { base: 500_000 } },
      { who: li, row: { base: 400_001 } },
    ]
    expect(judgeBases(social, household, told)).toEqual([
      {
        rule: 1,
        person: '张三、李四',
        declared: '家庭月收入 ¥9,000.00',
        found: '社保月缴费基数合计 ¥9,000.01（张三 ¥5,000.00、李四 ¥4,000.01）',
        mark: '1:900000:900001',
      },
    ])
  })
  test('property: a doubt exactly where the sum is above the income, whatever the order', () => {
    fc.assert(
      fc.property(fc.nat(2_000_000), fc.array(fc.nat(1_000_000), { maxLength: 6 }), (income, bases) => {
        const told = bases.map((base) => ({ who: zhang, row: { base } }))
        const sum = bases.reduce((all, base) => all + base, 0)
        const found = judgeBases(social, { ...household, income }, told)
        expect(found).toHaveLength(sum > income ? 1 : 0)
        expect(judgeBases(social, { ...household, income }, told.toReversed()).map(({ mark }) => mark)).toEqual(
          found.map(({ mark }) => mark),
        )
      }),
    )
  })
})

describe('不动产', () => {
  const title = (certificate: string, area: number) => ({ address: `${certificate}室`, area, certificate })
  test('what they hold is more for each than was declared; a title that two hold counts once', () => {
    const told = [
      { who: zhang, row: title('甲', 20.02) },
      { who: li, row: title('甲', 20.02) },
    ]
    expect(judgeHousing(household, told)).toEqual([
      {
        rule: 2,
        person: '张三、李四',
        declared: '人均住房 10㎡',
        found: '名下 20.02㎡，按 2 人为人均 10.01㎡（甲室 20.02㎡）',
        mark: '2:10:2:20.02',
      },
    ])
    expect(judgeHousing(household, [{ who: zhang, row: title('甲', 20) }])).toEqual([])
    expect(judgeHousing({ ...household, housing_area: 0 }, [])).toEqual([])
  })
})

describe('车辆', () => {
  const told = [
    { who: zhang, row: { plate: '沪A1', brand: '荣威', price: 20_000_000 } },
    { who: li, row: { plate: '沪A2', brand: null, price: 20_000_001 } },
  ]
  test('each that cost more than the limit; without a limit none', () => {
    expect(judgeCars(20_000_000, told)).toEqual([
      { rule: 4, person: '李四', declared: '每辆车不超过 ¥200,000.00（准入设置）', found: '沪A2 ¥200,000.01', mark: '4:7:沪A2' },
    ])
    expect(judgeCars(0, told)).toEqual([])
  })
})

describe('户籍', () => {
  const row = (head: string) => ({ head, address: '南京路 1 号' })
  const sizes = (head: string, size: number) => new Map([[householdKey(row(head)), size]])
  test('the head is none of the household; more are registered than was declared', () => {
    expect(judgeRegister(household, [{ who: zhang, row: row('张三') }], sizes('张三', 2))).toEqual([])
    expect(judgeRegister(household, [{ who: zhang, row: row('王五') }], sizes('王五', 3))).toEqual([
      {
        rule: 5,
        person: '张三',
        declared: '申请人与家庭成员：张三、李四',
        found: '户主是 王五（南京路 1 号）',
        mark: '5:王五@南京路1号',
      },
      { rule: 6, person: '张三', declared: '家庭 2 人', found: '同户登记 3 人（户主 王五，南京路 1 号）', mark: '6:2:3:王五@南京路1号' },
    ])
  })
  test('whoever stands in the file twice is one person of the household', () => {
    const rows = ['甲', '乙', '甲'].map((card) => ({ ...row('王五'), card }))
    expect([...householdSizes(rows)]).toEqual([[householdKey(row('王五')), 2]])
  })
  test('two of one registered household are one finding', () => {
    const told = [zhang, li].map((who) => ({ who, row: row('王五') }))
    expect(judgeRegister(household, told, sizes('王五', 2)).map(({ person }) => person)).toEqual(['张三、李四'])
  })
})

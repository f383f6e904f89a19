import { expect, test } from 'vitest'
import { defaultsOf } from '../../src/derive/forms/activeForm.ts'
import { activeValues, validateForm } from '../../src/derive/forms/validateForm.ts'
import { addDays, today } from '../../src/protocol/dates.ts'
import { passwordForm } from '../../src/schemas/account/password.ts'
import { flowForm } from '../../src/schemas/flow/flow.ts'
import { houseForm } from '../../src/schemas/property/house.ts'

type Values = Record<string, unknown>

/** Mends one thing after the other and gives the first message before each: the order that staff meet. */
const messagesOf = (form: Parameters<typeof validateForm>[0], start: Values, steps: readonly Values[]): string[] => {
  let values = start
  return [...steps, {}].map((step) => {
    const message = validateForm(form, values)[0]?.message ?? 'ok'
    values = { ...values, ...step }
    return message
  })
}

const place = {
  province: 31,
  city: 3101,
  county: 310115,
  town: 310115005,
  address: '张杨路',
  region_number: '500',
  region_name: '张杨花苑',
}

test('新增房源, a flat of nature 1: the rules in the order of the spec', () => {
  expect(
    messagesOf(houseForm, { nature: 1, kind_id: 2, show_type: 2 }, [
      place,
      { floor: 5 },
      { house: '502' },
      { area: 48.5 },
      { shi: 1, wei: 1 },
      { ting: 1 },
      { choice_get_number: 1 },
      { longitude: 121.5 },
      { latitude: 31.2 },
    ]),
  ).toEqual([
    '所在位置须填写完整',
    '楼号内容填写完整',
    '楼号内容填写完整',
    '面积必填',
    '户型必填',
    '户型必填',
    '请选择下拉选,用来确认你输入的是弄还是号',
    '经度必填',
    '纬度必填',
    'ok',
  ])
})

test('新增流水: money that moves tomorrow has not moved, whatever is said of when', () => {
  const wrong = (deal_time: unknown) => validateForm(flowForm, { deal_time }).filter(({ field }) => field === 'deal_time')
  const midnight = Date.parse(`${addDays(today(), 1)}T00:00:00+08:00`) / 1000
  expect(wrong(midnight - 1)).toEqual([])
  for (const deal_time of [midnight, midnight + 86_400, 32_503_651_199])
    expect(wrong(deal_time)).toEqual([{ field: 'deal_time', rule: 'happened', message: '交易时间不能晚于今天' }])
  for (const [deal_time, rule] of [
    [2 ** 53, 'maximum'],
    ['2999-01-01', 'type'],
  ])
    expect(wrong(deal_time)).toMatchObject([{ rule }])
})

test('新增房源, a building: name, then the first floor row', () => {
  expect(
    messagesOf(houseForm, { nature: 1, kind_id: 1, show_type: 1, ...place }, [
      { name: '1号楼' },
      { all_floor: [{}] },
      { all_floor: [{ level: 1 }] },
      { all_floor: [{ level: 1, total: 4 }] },
      { choice_get_number: 2, longitude: 121.5, latitude: 31.2 },
    ]),
  ).toEqual(['名称必填', '楼层必填', '楼层必填', '楼层必填', '请选择下拉选,用来确认你输入的是弄还是号', 'ok'])
})

test('nature 3 skips layout, lane-or-number and coordinates', () => {
  expect(messagesOf(houseForm, { nature: 3, kind_id: 2, show_type: 2, ...place, floor: 1, house: '101', area: 30 }, [])).toEqual(['ok'])
})

test('each level of the place is required, with the one message', () => {
  for (const level of Object.keys(place)) {
    const { [level as keyof typeof place]: _, ...rest } = place
    expect(validateForm(houseForm, { nature: 3, kind_id: 2, show_type: 2, floor: 1, house: '1', area: 1, ...rest })[0]?.message).toBe(
      '所在位置须填写完整',
    )
  }
})

test('新增流水: the rules in the order of the spec', () => {
  expect(
    messagesOf(flowForm, defaultsOf(flowForm), [
      { type: 1 },
      { price: 12_345 },
      { custom_name: '王芳' },
      { from: 2, from_id: 1 },
      { start_date: '2026-11-01' },
      { end_date: '2026-11-30' },
      { way: 3 },
    ]),
  ).toEqual([
    '收支类型必填',
    '金额必填',
    '交易人姓名必填',
    '账单类型必填',
    '费用周期开始时间必填',
    '费用周期结束时间必填',
    '支付方式必填',
    'ok',
  ])
})

const flow = { type: 1, price: 12_345, custom_name: '王芳', from: 2, from_id: 1, start_date: '2026-11-01', end_date: '2026-11-30', way: 3 }

test.each([
  [{ price: 0 }, '金额须大于0'],
  [{ price: -1 }, '金额须大于0'],
  [{ price: 0.5 }, '金额须为数字，最多两位小数'],
  [{ price: '1.005' }, '金额须为数字，最多两位小数'],
  [{ price: 2 ** 53 }, '金额不能大于99,999,999,999.99元'],
  [{ way: 5 }, '支付方式不在可选范围内'],
  [{ end_date: '2026-10-30' }, '费用周期结束时间不能早于开始时间'],
  [{ end_date: '2026-02-30' }, '费用周期结束时间格式不正确，应为 2026-11-21'],
  [{ custom_name: '王\u0000芳' }, '交易人姓名含有不可见字符'],
  [{ custom_name: '𠮷'.repeat(61) }, '交易人姓名最多60个字'],
  [{ imgs: [1, 2, 3, 4, 5, 6, 7] }, '最多只能上传6张'],
  [{ pirce: 1 }, '未知参数：pirce，是否想写 price'],
])('%o → %s', (change, message) => expect(validateForm(flowForm, { ...flow, ...change })[0]?.message).toBe(message))

test('money has a project of its own only while it has no room', () => {
  const isAsked = (change: object): boolean => 'p_id' in activeValues(flowForm, { ...flow, p_id: 1, ...change })
  expect([isAsked({ org_id: undefined }), isAsked({ org_id: 7, unit_id: 3 }), isAsked({ org_id: undefined, unit_id: 3 })]).toEqual([
    true,
    false,
    false,
  ])
})

test('rare characters and emoji are names like any other', () => {
  expect(validateForm(flowForm, { ...flow, custom_name: '𠮷野👩‍👩‍👧' })).toEqual([])
})

test('修改密码: the rules in the order of the spec', () => {
  expect(
    messagesOf(passwordForm, {}, [
      { oldPwd: 'old' },
      { newPwd: 'abc' },
      { newPwd: '      a1' },
      { newPwd: 'abcdef' },
      { newPwd: 'abcdef1' },
      { agentPwd: 'abcdef' },
      { agentPwd: 'abcdef2' },
      { agentPwd: 'abcdef1' },
    ]),
  ).toEqual([
    '原密码不能为空',
    '新密码必须至少6位',
    '新密码必须至少6位',
    '新密码必须至少6位',
    '密码必须包含数字和字母',
    '密码确认不能为空',
    '确认密码必须包含数字和字母',
    '两次输入的密码不一致',
    'ok',
  ])
})

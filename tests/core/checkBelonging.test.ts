import { expect, test } from 'vitest'
import { checkResources } from '../../src/core/check/checkResources.ts'
import { type Declaration, right } from '../help/declared/declarations.ts'

const numbered = (column: Declaration) => ({ columns: { ...(right().columns as object), number: { label: '号', is: 'int', ...column } } })
const summed = (column: Declaration) => ({ columns: { ...(right().columns as object), fee: { label: '费用', is: 'fen', ...column } } })
const hanging = (more: Declaration) => ({ label: '一', resource: 'thing', by: 'status', ...more })
const referring = {
  columns: {
    ...(right().columns as object),
    owner: { label: '所有者', is: 'ref', of: 'thing', filter: true },
    other: { label: '别的', is: 'ref', of: 'project' },
  },
}
const spans = (more: Declaration) => ({
  ...{ is: 'spans', label: '历年', resource: 'thing', by: 'status', during: ['since', 'until'], who: ['owner'], leads: 'owner' },
  ...more,
})
const beginning = (begins: Declaration, action: Declaration = {}) => ({
  actions: {
    ...(right().actions as object),
    begin: {
      label: '开始',
      on: 'page',
      can: '/api/thing/begin',
      opens: 'rename',
      begins: [{ on: 'thing', with: {}, ...begins }],
      ...action,
    },
  },
})

test.each<[string, object, string]>([
  ['R110', { has: [{ label: '一', resource: 'thng', by: 'status' }] }, 'has[0].resource'],
  ['R110', { has: [{ label: '一', resource: 'thing', by: 'note' }] }, 'has[0].by'],
  ['R110', { has: [hanging({ where: { note: 1 } })] }, 'has[0].where'],
  ['R140', { has: [hanging({ where: { status: [3] } })] }, 'has[0].where.status'],
  ['R110', { has: [hanging({ sort: ['status', 'asc'] })] }, 'has[0].sort'],
  ['R110', { has: [hanging({ sort: ['name', 'up'] })] }, 'has[0].sort'],
  ['R110', { has: [hanging({ shows: ['nme'] })] }, 'has[0].shows'],
  ['R110', { has: [hanging({}), hanging({ from: 'nme' })] }, 'has[1].from'],
  ['R221', { ...referring, has: [hanging({}), hanging({ from: 'other', by: 'owner' })] }, 'has[1].from'],
  ['R169', { plots: [{ is: 'table', label: '表' }] }, 'plots[0].call'],
  ['R169', { plots: [{ is: 'table', label: '表', call: '/api/thing/told', by: 'status' }] }, 'plots[0].by'],
  ['R169', { plots: [spans({ call: '/api/thing/told' })] }, 'plots[0].call'],
  ['R110', { plots: [spans({ resource: 'thng' })] }, 'plots[0].resource'],
  ['R110', { plots: [spans({ by: 'note' })] }, 'plots[0].by'],
  ['R110', { plots: [spans({ during: ['name', 'since'] })] }, 'plots[0].during'],
  ['R110', { plots: [spans({ who: ['name'] })] }, 'plots[0].who'],
  ['R140', { plots: [spans({ where: { status: [3] } })] }, 'plots[0].where.status'],
  ['R169', { plots: [spans({ price: 'fee' })] }, 'plots[0].price'],
  ['R169', { plots: [spans({ leads: undefined })] }, 'plots[0].leads'],
  ['R169', { plots: [spans({ is: 'months', who: undefined, leads: undefined, price: 'fee', paid: 'fee' })] }, 'plots[0].due'],
  ['R169', { plots: [{ is: 'timeline', label: '经历', resource: 'thing' }] }, 'plots[0].resource'],
  ['R169', { plots: [spans({ during: undefined })] }, 'plots[0].during'],
  ['R179', { happens: [{ day: 'name', says: '起' }] }, 'happens[0].day'],
  ['R179', { happens: [{ day: 'since', says: '起', tells: 'name' }] }, 'happens[0].tells'],
  ['R180', { plots: [{ is: 'timeline', label: '经历' }] }, 'plots[0]'],
  ['R110', { facts: [{ column: 'nme' }] }, 'facts[0].column'],
  ['R101', { facts: [{ column: 'name', tones: 'bad' }] }, 'facts[0].tones'],
  ['R148', { facts: [{ column: 'name' }, { column: 'name' }] }, 'facts[1].column'],
  ['R148', { facts: [{ column: 'name', tone: 'bad', over: 0 }] }, 'facts[0].over'],
  ['R148', { ...summed({}), facts: [{ column: 'fee', over: 0 }] }, 'facts[0].over'],
  ['R148', { ...numbered({ is: 'images' }), facts: [{ column: 'number' }] }, 'facts[0].column'],
  ['R148', { ...numbered({ is: 'phone' }), facts: [{ column: 'number', chosen: true }] }, 'facts[0].chosen'],
  ['R133', { ...numbered({ retired: true }), facts: [{ column: 'number' }] }, 'facts'],
  ['R149', numbered({ derived: 'counted', fixed: true }), 'columns.number.derived'],
  ['R149', numbered({ derived: 'counted', fixed: true, list: 'never', filter: true }), 'columns.number.derived'],
  ['R149', numbered({ derived: 'counted', fixed: true, list: 'never', is: 'phone' }), 'columns.number.derived'],
  ['R122', { stored: false }, 'stored'],
  ['R237', { reckoned: true }, 'reckoned'],
  ['R123', { calendar: { during: ['note', 'note'] } }, 'calendar.during[0]'],
  ['R181', { calendar: { during: ['note', 'note'] } }, 'calendar.during[1]'],
  ['R181', { calendar: { during: ['note', 'note'], moves: 'stp' } }, 'calendar.moves'],
  ['R181', { calendar: { during: ['note', 'note'], moves: 'stop' } }, 'calendar.moves'],
  ['R182', { board: true }, 'board'],
  ['R219', { import: 'ad' }, 'import'],
  ['R219', { import: 'stop' }, 'import'],
  ['R110', { tellApart: ['statu'] }, 'tellApart[0]'],
  ['R139', { columns: { ...(right().columns as object), age: { label: '年龄', is: 'int', reads: 'note.age' } } }, 'columns.age.reads'],
  ['R147', summed({ is: 'int', total: true }), 'columns.fee.total'],
  ['R147', summed({ total: { by: 'note' } }), 'columns.fee.total.by'],
  ['R110', summed({ total: { by: 'statu' } }), 'columns.fee.total.by'],
  ['R147', summed({ total: { except: { status: [9] } } }), 'columns.fee.total.except.status'],
  ['R101', summed({ total: { at: 'status' } }), 'columns.fee.total.at'],
  ['R147', { columns: { ...summed({ total: true }).columns, sums: { label: '和' } } }, 'columns.fee.total'],
  ['R145', numbered({ names: { by: 'note', of: { 1: 'thing' } } }), 'columns.number.names.by'],
  ['R145', numbered({ names: { by: 'status', of: { 9: 'thing' } } }), 'columns.number.names.of'],
  ['R145', numbered({ is: 'text', names: { by: 'status', of: { 1: 'thing' } } }), 'columns.number.names'],
  ['R110', numbered({ names: { by: 'status', of: { 1: 'thng' } } }), 'columns.number.names.of'],
  ['R110', beginning({ on: 'thng' }), 'actions.begin.begins[0].on'],
  ['R110', beginning({ with: { nme: '$name' } }), 'actions.begin.begins[0].with'],
  ['R110', beginning({ with: { name: '$nme' } }), 'actions.begin.begins[0].with.name'],
  ['R167', beginning({ with: { name: 7 } }), 'actions.begin.begins[0].with.name'],
  ['R167', beginning({ when: { status: [9] } }), 'actions.begin.begins[0].when.status'],
  ['R167', beginning({}, { opens: undefined, confirm: '开始' }), 'actions.begin.begins[0]'],
  ['R110', { opens: { filter: { note: '一' } } }, 'opens.filter'],
  ['R140', { opens: { filter: { status: [9] } } }, 'opens.filter.status'],
  ['R115', { opens: { sort: ['note', 'asc'] } }, 'opens.sort[0]'],
  ['R168', { path: undefined, menu: undefined, access: undefined, strips: [{ label: '在用', where: { status: [1] } }] }, 'strips'],
  ['R140', { strips: [{ label: '在用', where: { status: [9] } }] }, 'strips[0].where.status'],
  ['R105', { strips: [{ label: '在用', above: 'clouds' }] }, 'strips[0].above'],
  ['R146', numbered({ leads: ['note'] }), 'columns.number.leads[0]'],
  ['R110', numbered({ leads: ['nte'] }), 'columns.number.leads[0]'],
  ['R146', numbered({ leads: { resource: 'note', key: 'number' } }), 'columns.number.leads.resource'],
  ['R102', numbered({ leads: { resource: 'note' } }), 'columns.number.leads.key'],
  ['R138', { columns: { ...(right().columns as object), phone: { label: '手机号', is: 'phone' } }, tellApart: ['phone'] }, 'tellApart'],
])('what belongs to a record, and when it takes place: %s %j', (id, more, at) => {
  const problems = checkResources({ 'a.ts': { ...right(), ...more } })
  expect(problems).toContainEqual(expect.objectContaining({ id, at }))
})

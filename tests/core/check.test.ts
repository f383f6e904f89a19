import { describe, expect, test } from 'vitest'
import { checkResources, problemLine } from '../../src/core/check/checkResources.ts'
import { declarationProblems } from '../../src/declared/problems.ts'
import { asking, check, type Declaration, living, right, spoilt, words } from '../help/declared/declarations.ts'

test('a right declaration, and every real one, is clean', () => {
  expect(check(right())).toEqual([])
  expect(check(living())).toEqual([])
  const conditional = { label: '备注', required: true, when: { name: '有' } }
  expect(check(spoilt('columns.note', conditional))).toEqual([])
  expect(declarationProblems().map(problemLine)).toEqual([])
})

const tree = { call: '/api/thing/tree', group: 'group', list: 'calls', value: 'path', label: 'label' }

const print = (changes: Declaration) => ({ label: '卡', letters: 'KP', paper: 'A4', text: '{name}', ...changes })
const status = { type: 'integer', title: '状态', oneOf: [{ const: 1, title: '正常' }] }
const looked = (changes: Declaration) => ({
  type: 'integer',
  title: '所有者',
  'x-lookup': { call: '/api/thing/index', value: 'id', label: 'name', ...changes },
})
/** What a desk's right list offers. */
const offering = { call: '/api/thing/index', by: 'owner', why: { resource: 'thing', column: 'status' } }
const NAME = 'dialogs.add.properties.name'
const OWNER = 'dialogs.add.properties.owner.x-lookup'

describe('each mistake has its id, its place and the nearest right word', () => {
  const column = (more: Declaration) => ({ label: '新列', ...more })
  test.each<[id: string, spoil: [place: string, value: unknown], at: string, hint: string | null]>([
    ['R101', ['lable', '物品'], 'lable', 'label'],
    ['R101', ['columns.name.filtr', true], 'columns.name.filtr', 'filter'],
    ['R101', ['actions.stop.confrm', 'x'], 'actions.stop.confrm', 'confirm'],
    ['R101', ['menu.ordr', 1], 'menu.ordr', 'order'],
    ['R101', ['dialogs.rename.properties.name.maxlength', 5], 'dialogs.rename.properties.name.maxlength', 'maxLength'],
    ['R101', ['zzzzzzzzzzzz', 1], 'zzzzzzzzzzzz', null],
    ['R102', ['label', undefined], 'label', null],
    ['R102', ['columns.name.label', undefined], 'columns.name.label', null],
    ['R102', ['actions.rename.can', undefined], 'actions.rename.can', null],
    ['R103', ['columns.name.sort', 'yes'], 'columns.name.sort', null],
    ['R103', ['menu.order', 1.5], 'menu.order', null],
    ['R103', ['label', ''], 'label', null],
    ['R103', ['columns', []], 'columns', null],
    ['R103', ['columns.name', () => 1], 'columns.name', null],
    ['R104', ['path', 'things'], 'path', null],
    ['R104', ['actions.rename.can', '/thing/rename'], 'actions.rename.can', null],
    ['R104', ['columns.Name', column({})], 'columns.Name', null],
    ['R104', ['name', 'drop table'], 'name', null],
    ['R105', ['columns.name.is', 'txt'], 'columns.name.is', 'text'],
    ['R105', ['columns.note.is', 'data'], 'columns.note.is', 'date'],
    ['R105', ['actions.stop.on', 'rowz'], 'actions.stop.on', 'row'],
    ['R110', ['key', 'idd'], 'key', 'id'],
    ['R110', ['title', 'nmae'], 'title', 'name'],
    ['R110', ['scope', 'ownr'], 'scope', 'owner'],
    ['R110', ['own', 'ownr'], 'own', 'owner'],
    ['R105', ['area', 'housin'], 'area', 'housing'],
    ['R103', ['log', true], 'log', null],
    ['R103', ['actions.stop.confirm', true], 'actions.stop.confirm', null],
    ['R104', ['actions.rename.can', '/messages/rename'], 'actions.rename.can', null],
    ['R110', ['sort', ['nam', 'asc']], 'sort[0]', 'name'],
    ['R110', ['sort', ['name', 'des']], 'sort[1]', 'desc'],
    ['R110', ['form', ['name', 'noet']], 'form[1]', 'note'],
    ['R110', ['unique', [['name', 'statu']]], 'unique[0]', 'status'],
    ['R110', ['columns.owner.of', 'thng'], 'columns.owner.of', 'thing'],
    ['R110', ['columns.owner_name.via', 'ownr.name'], 'columns.owner_name.via', 'owner'],
    ['R110', ['actions.rename.opens', 'renam'], 'actions.rename.opens', 'rename'],
    ['R110', ['actions.stop.when', { statsu: 1 }], 'actions.stop.when.statsu', 'status'],
    ['R110', ['calls', { indx: false }], 'calls.indx', 'index'],
    ['R110', ['dialogs.rename.required', ['nam']], 'dialogs.rename.required', 'name'],
    ['R110', ['dialogs.rename.properties.name.x-from', 'nme'], 'dialogs.rename.properties.name.x-from', 'name'],
    ['R110', ['dialogs.rename.x-own', [['nme', 'name']]], 'dialogs.rename.x-own', 'name'],
    ['R191', ['dialogs.rename.x-own', [['name', 'nmae']]], 'dialogs.rename.x-own', null],
    ['R191', ['dialogs.rename.x-own', [['name', 'count']]], 'dialogs.rename.x-own', null],
    ['R101', ['columns.note', { label: '权限', is: 'texts', tree: { ...tree, lst: 'calls' } }], 'columns.note.tree.lst', 'list'],
    ['R102', ['columns.note', { label: '权限', is: 'texts', tree: { ...tree, value: undefined } }], 'columns.note.tree.value', null],
    ['R111', ['columns.status.of', undefined], 'columns.status.of', null],
    ['R111', ['columns.owner.of', undefined], 'columns.owner.of', null],
    ['R112', ['columns.owner_name.filter', true], 'columns.owner_name', null],
    ['R112', ['columns.owner_name.sort', true], 'columns.owner_name', null],
    ['R113', ['columns.note.filter', true], 'columns.note.filter', null],
    ['R114', ['columns.note.derived', true], 'columns.note.derived', null],
    ['R115', ['sort', ['status', 'asc']], 'sort[0]', null],
    ['R116', ['actions.stop.on', 'page'], 'actions.stop', null],
    ['R117', ['actions.stop.confirm', undefined], 'actions.stop.confirm', null],
    ['R162', ['actions.stop.prints', 'receipt'], 'actions.stop.prints', null],
    ['R196', ['actions.stop.saves', true], 'actions.stop.saves', null],
    ['R187', ['merges', { into: 'name', as: 'over' }], 'merges', null],
    ['R174', ['columns.note', column({ required: true, only: 'edit' })], 'columns.note.required', null],
    ['R186', ['columns.count', { label: '数', is: 'int', checks: 'creditCode' }], 'columns.count.checks', null],
    ['R238', ['columns.count', { label: '数', is: 'int', happened: true }], 'columns.count.happened', null],
    ['R240', ['columns.owner', { label: '所有者', is: 'ref', of: 'thing', follows: ['owner.owner'] }], 'columns.owner.follows', null],
    ['R241', ['foresees', { call: '/api/thing/told', shows: '看', of: ['nam'] }], 'foresees.of', 'name'],
    ['R239', ['columns.count', { label: '谁', is: 'ref', of: 'thing', serves: true }], 'columns.count.serves', null],
    ['R170', ['actions.stop.approves', {}], 'actions.stop.approves', null],
    ['R170', ['actions.stop.approves', { business: 'expense', steps: [{ way: 1, who: 3 }] }], 'actions.stop.approves', null],
    ['R171', ['actions.stop.approves', { steps: [{ way: 1, who: 1 }] }], 'actions.stop.approves.steps[0].role_id', null],
    ['R171', ['actions.stop.approves', { business: 'expense', amount: 'name' }], 'actions.stop.approves.amount', null],
    ['R110', ['actions.stop.approves', { business: 'expense', when: { statsu: 1 } }], 'actions.stop.approves.when.statsu', 'status'],
    ['R105', ['actions.stop.approves', { business: 'expens' }], 'actions.stop.approves.business', 'expense'],
    ['R110', ['dialogs.rename.x-preview', { call: '/api/thing/told', shows: '看', of: ['nam'] }], 'dialogs.rename.x-preview.of', 'name'],
    [
      'R110',
      ['dialogs.rename.x-preview', { call: '/api/thing/told', shows: '看', of: [], also: ['nam'] }],
      'dialogs.rename.x-preview.also',
      'name',
    ],
    ['R102', ['dialogs.rename.x-preview', { call: '/api/thing/told', of: [] }], 'dialogs.rename.x-preview.shows', null],
    ['R101', ['prints', { card: print({ papr: 'A4' }) }], 'prints.card.papr', 'paper'],
    ['R103', ['prints', { card: print({ text: '字'.repeat(10_001) }) }], 'prints.card.text', null],
    ['R104', ['prints', { card: print({ letters: 'k' }) }], 'prints.card.letters', null],
    ['R105', ['prints', { card: print({ paper: 'A6' }) }], 'prints.card.paper', 'A4'],
    ['R163', ['prints', { card: print({ text: '一\n二 {nmae}' }) }], 'prints.card.text', 'name'],
    ['R163', ['prints', { card: print({ text: '{name' }) }], 'prints.card.text', null],
    ['R163', ['prints', { card: print({ text: '{constructor}' }) }], 'prints.card.text', null],
    ['R164', ['prints', { card: print({ text: '{name:capitals}' }) }], 'prints.card.text', null],
    ['R165', ['prints', { card: print({}), slip: print({}) }], 'prints.slip.letters', null],
    ['R118', ['access', undefined], 'access', null],
    ['R120', ['dialogs.rename.properties.name.maxLength', undefined], 'dialogs.rename.properties.name.maxLength', null],
    [
      'R120',
      ['dialogs.rename.properties.words', { type: 'array', title: '词', maxItems: 3, items: { type: 'string' } }],
      'dialogs.rename.properties.words.items.maxLength',
      null,
    ],
    ['R125', ['columns.note', { label: '权限', is: 'texts' }], 'columns.note.tree', null],
    ['R140', ['actions.stop.when', { status: 3 }], 'actions.stop.when.status', null],
    ['R140', ['actions.stop.when', { status: [1, '停用'] }], 'actions.stop.when.status', null],
    ['R140', ['actions.stop.set', { status: '停用' }], 'actions.stop.set.status', null],
    ['R140', ['actions.stop.set', { name: 7 }], 'actions.stop.set.name', null],
    ['R140', ['actions.stop.set', { id: 7 }], 'actions.stop.set.id', null],
    ['R142', ['dialogs.add', asking({ nmae: words })], 'dialogs.add.properties.nmae', null],
    ['R142', ['dialogs.edit', asking({ owner_name: words })], 'dialogs.edit.properties.owner_name', null],
    ['R142', ['dialogs.add', asking({ status: words })], 'dialogs.add.properties.status.type', null],
    ['R110', ['dialogs.add', asking({ name: { ...words, 'x-when': { nam: 1 } } })], 'dialogs.add.properties.name.x-when', 'name'],
    ['R110', ['dialogs.add', { ...asking({ name: words }), 'x-layout': ['nme'] }], 'dialogs.add.x-layout', 'name'],
    ['R110', ['dialogs.add', asking({ owner: looked({ params: { status: '$staus' } }), status })], `${OWNER}.params`, 'status'],
    ['R110', ['dialogs.add', asking({ owner: looked({ call: { by: 'statu', of: {} } }), status })], `${OWNER}.call.by`, 'status'],
    ['R140', ['dialogs.add', asking({ name: { ...words, 'x-when': { status: 3 } }, status })], `${NAME}.x-when.status`, null],
    ['R140', ['dialogs.add', asking({ name: { ...words, 'x-required': { status: '正常' } }, status })], `${NAME}.x-required.status`, null],
    ['R140', ['dialogs.add', asking({ status: { ...status, default: 3 } })], 'dialogs.add.properties.status.default', null],
    [
      'R140',
      ['dialogs.add', asking({ name: words, status: { ...status, 'x-offer': { when: { name: '' }, in: [3] } } })],
      'dialogs.add.properties.status.x-offer.in',
      null,
    ],
    ['R141', ['dialogs.add', asking({ owner: looked({ value: 'idd' }) })], `${OWNER}.value`, 'id'],
    ['R141', ['dialogs.add', asking({ owner: looked({ label: ['id', 'nam'] }) })], `${OWNER}.label`, 'name'],
    ['R141', ['dialogs.add', asking({ owner: looked({ fills: { name: 'noet' } }), name: words })], `${OWNER}.fills`, 'note'],
    ['R141', ['dialogs.add', asking({ owner: looked({ search: 'note' }) })], `${OWNER}.search`, 'name'],
    ['R141', ['dialogs.add', asking({ owner: looked({ params: { statu: 1 } }) })], `${OWNER}.params`, 'status'],
    [
      'R120',
      ['dialogs.rename.properties.rows', { type: 'array', title: '行', items: { type: 'integer' } }],
      'dialogs.rename.properties.rows.maxItems',
      null,
    ],
  ])('%s %j', (id, [place, value], at, hint) => {
    const problems = check(spoilt(place, value))
    expect(problems).toContainEqual(expect.objectContaining({ id, at, file: 'src/resources/thing.ts' }))
    const found = problems.find((problem) => problem.id === id && problem.at === at)
    expect(found?.message).not.toBe('')
    expect(found?.hint).toBe(hint === null ? undefined : `是否想写 '${hint}'？`)
    expect(problems).toHaveLength(1)
  })

  test('R121: a name whose exports would carry the type of another’s', () => {
    const one = { ...right(), name: 'tfco1x2', actions: {} }
    const other = { ...right(), name: 'tw84pgw', path: '/other', actions: {} }
    const problems = checkResources({ 'a.ts': one, 'b.ts': other }).filter(({ id }) => id === 'R121')
    expect(problems.map(({ file, at, message }) => [file, at, message])).toEqual([
      ['b.ts', 'name', "'tw84pgw' 与 'tfco1x2'（a.ts）的导出类型号相同，请换一个名称"],
    ])
  })

  test.each<[string, object, string, string | null]>([
    ['R110', { strips: [{ label: '一', resource: 'thng' }] }, 'strips[0].resource', 'thing'],
    ['R110', { strips: [{ label: '一', resource: 'thing', where: { statu: [1] } }] }, 'strips[0].where', 'status'],
    ['R110', { strips: [{ label: '一', resource: 'thing', actions: ['stp'] }] }, 'strips[0].actions', 'stop'],
    ['R140', { strips: [{ label: '一', resource: 'thing', where: { status: [1, 9] } }] }, 'strips[0].where.status', null],
    ['R110', { detailOf: 'thng' }, 'detailOf', 'thing'],
  ])('a page of lists: %s %j', (id, page, at, hint) => {
    const strips = { name: 'strips', label: '分类', path: '/strips', access: null, ...page }
    const problems = checkResources({ 'a.ts': right(), 'b.ts': strips }).filter(({ file }) => file === 'b.ts')
    expect(problems).toEqual([expect.objectContaining({ id, at, ...(hint ? { hint: `是否想写 '${hint}'？` } : {}) })])
  })

  test.each<[id: string, spoil: [place: string, value: unknown], at: string]>([
    ['R101', ['desk.left.show', ['name']], 'desk.left.show'],
    ['R110', ['desk.left.resource', 'thng'], 'desk.left.resource'],
    ['R110', ['desk.left.shows', ['name', 'nte']], 'desk.left.shows[1]'],
    ['R110', ['desk.left.tells', ['nte']], 'desk.left.tells[0]'],
    ['R195', ['desk.left.shows', ['note', 'name']], 'desk.left.shows[0]'],
    ['R195', ['desk.right.until', 'note'], 'desk.right.until'],
    ['R115', ['desk.right.sort', ['note', 'asc']], 'desk.right.sort[0]'],
    ['R140', ['desk.right.where', { status: [9] }], 'desk.right.where.status'],
    ['R110', ['desk.queue', [{ label: '种', left: 'note', right: 'status' }]], 'desk.queue[0].left'],
    ['R195', ['desk.queue', [{ label: '种', left: 'status', right: 'name' }]], 'desk.queue[0]'],
    ['R105', ['desk.deeds', [{ key: 'a', on: 'middle', action: 'rename' }]], 'desk.deeds[0].on'],
    ['R110', ['desk.deeds', [{ key: 'a', on: 'right', action: 'renme' }]], 'desk.deeds[0].action'],
    ['R195', ['desk.deeds', [{ key: 'j', on: 'right', action: 'rename' }]], 'desk.deeds[0].key'],
    ['R195', ['desk.deeds', [{ key: 'F2', on: 'right', action: 'rename' }]], 'desk.deeds[0].key'],
    [
      'R195',
      [
        'desk.deeds',
        [
          { key: 'a', on: 'right', action: 'rename' },
          { key: 'a', on: 'right', action: 'stop' },
        ],
      ],
      'desk.deeds[1].key',
    ],
    ['R195', ['desk.deeds', [{ key: 'a', on: 'right', action: 'stop', with: { name: '甲' } }]], 'desk.deeds[0].with'],
    ['R195', ['desk.deeds', [{ key: 'a', on: 'right', action: 'rename', with: { name: 7 } }]], 'desk.deeds[0].with.name'],
    ['R110', ['desk.deeds', [{ key: 'a', on: 'right', action: 'rename', with: { name: '$nam' } }]], 'desk.deeds[0].with.name'],
    ['R110', ['desk.left.marks', 'nme'], 'desk.left.marks'],
    ['R195', ['desk.left.marks', 'note'], 'desk.left.marks'],
    ['R195', ['desk.left.marks', 'note'], 'desk.right.marks'],
    ['R195', ['desk.left.offers', offering], 'desk.left.offers'],
    ['R195', ['desk.right.offers', { ...offering, by: 'note' }], 'desk.right.offers.by'],
    ['R195', ['desk.right.offers', { ...offering, why: { resource: 'thing', column: 'note' } }], 'desk.right.offers.why.column'],
    ['R110', ['desk.right.offers', { ...offering, why: { resource: 'thng', column: 'note' } }], 'desk.right.offers.why.resource'],
    ['R110', ['desk.undo', { key: 'u', resource: 'thing', action: 'stp' }], 'desk.undo.action'],
    ['R195', ['desk.undo', { key: 'Enter', resource: 'thing', action: 'stop' }], 'desk.undo.key'],
  ])('%s: a desk that is told wrong, %j', (id, [place, value], at) => {
    const desk = (): Declaration => ({
      ...{ name: 'desk', label: '台', path: '/desk', access: null },
      desk: {
        left: { label: '一', resource: 'thing', shows: ['name'] },
        right: { label: '二', resource: 'thing', shows: ['name', 'status'], where: { status: [1] }, sort: ['name', 'asc'] },
        queue: [{ label: '状态', left: 'status', right: 'status' }],
        deeds: [{ key: 'Enter', on: 'right', action: 'rename', with: { name: '$name' } }],
      },
    })
    expect(checkResources({ 'a.ts': right(), 'b.ts': desk() })).toEqual([])
    const found = checkResources({ 'a.ts': right(), 'b.ts': spoilt(place, value, desk) })
    expect(found).toContainEqual(expect.objectContaining({ id, at, file: 'b.ts' }))
  })

  test.each<[id: string, spoil: [place: string, value: unknown], at: string]>([
    ['R101', ['states.of.done.end', true], 'states.of.done.end'],
    ['R151', ['states', undefined], 'actions.take'],
    ['R151', ['actions.take.from', undefined], 'actions.take.from'],
    ['R152', ['actions.take.to', 'takn'], 'actions.take.to'],
    ['R152', ['states.first', 'new'], 'states.first'],
    ['R152', ['states.column', 'stat'], 'states.column'],
    ['R152', ['states.requires', { held: ['owner'] }], 'states.requires.held'],
    ['R153', ['columns.state.default', 2], 'columns.state.default'],
    ['R153', ['actions.take.set', { state: 2 }], 'actions.take.set.state'],
    ['R153', ['retires', true], 'retires'],
    ['R154', ['states.of.done.code', 2], 'states.of'],
    ['R154', ['states.sets', { taken: ['fresh'] }], 'states.sets.taken'],
    ['R154', ['states.moves.finish', { label: '结', from: 'taken', to: 'done' }], 'states.moves.finish'],
    ['R155', ['states.of.lost', { code: 4, label: '丢', ends: true }], 'states.of.lost'],
    ['R156', ['states.of.done.ends', undefined], 'states.of.done'],
    ['R157', ['states.of.taken.ends', true], 'states.of.taken'],
    ['R158', ['actions.take.label', '办结'], 'actions'],
    ['R133', ['states.of.taken.retired', true], 'actions.take.to'],
    ['R133', ['states.of.fresh.retired', true], 'states.first'],
    ['R133', ['columns.state.retired', true], 'states.column'],
  ])('%s: a life that is told wrong, %j', (id, [place, value], at) => {
    const found = check(spoilt(place, value, living))
    expect(found).toContainEqual(expect.objectContaining({ id, at }))
    for (const { message } of found) expect(message).not.toBe('')
  })

  test('a state that is retired may be where no move leads, and where none leaves', () => {
    expect(check(spoilt('states.of.former', { code: 4, label: '旧', retired: true }, living))).toEqual([])
  })

  test('R124: rows belong to accounts or to projects', () => {
    const both = { ...right(), scope: 'owner', own: 'owner' }
    expect(check(both).map(({ id, at }) => [id, at])).toEqual([['R124', 'own']])
  })

  test('what harms nothing may be done without a question, and a call of the shell may be named', () => {
    expect(check(spoilt('actions.stop.confirm', false))).toEqual([])
    expect(check(spoilt('actions.rename.can', '/message/rename'))).toEqual([])
  })

  test('R119: a name, or a route, that another file has', () => {
    const twin = { ...right(), path: '/other' }
    const route = { ...right(), name: 'gadget', actions: {} }
    const problems = checkResources({ 'a.ts': right(), 'b.ts': twin, 'c.ts': route })
    expect(problems.map(({ id, file, at, message }) => [id, file, at, message])).toEqual([
      ['R119', 'b.ts', 'name', "'thing' 已被 a.ts 使用"],
      ['R119', 'c.ts', 'path', "'/things' 已被 a.ts 使用"],
    ])
  })
})

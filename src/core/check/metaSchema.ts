import { derivedDialogs } from '../asked.ts'
import { allKinds } from '../kinds.ts'
import { numberDates } from '../numbered.ts'
import { areas } from '../resource.ts'
import { above } from '../strip.ts'
import { textChecks } from '../textChecks.ts'
import { deskShape } from './metaDesk.ts'
import { formShape, previewShape, rowSchema, tree } from './metaForm.ts'
import { actionShape, printsShape, statesShape } from './metaMoves.ts'
import { COLUMN_LIKE, COLUMN_NAME, callPath, column, columnName, condition, either, flag, scalar, text, toneWord } from './metaWords.ts'
import type { Shape } from './shape.ts'

const menu: Shape = { is: 'object', keys: { group: text, part: text, order: { is: 'int' }, icon: text }, required: ['order'] }

const columnShape: Shape = {
  is: 'object',
  keys: {
    label: { is: 'text', max: 40 },
    is: { is: 'word', of: [...allKinds] },
    of: either('枚举对照 { 1: … }、资源名或行的结构', { is: 'map', of: text, key: /^\d+$/, keyLike: '数字' }, text, rowSchema),
    tree,
    tones: { is: 'map', of: toneWord },
    sort: flag,
    filter: either("true 或 'more'", flag, { is: 'word', of: ['more'] }),
    list: either("false 或 'never'", { is: 'false' }, { is: 'word', of: ['never'] }),
    export: { is: 'false' },
    required: either('true 或提示文字', flag, text),
    width: { is: 'int' },
    unit: text,
    default: scalar,
    fixed: flag,
    derived: either("true 或 'counted'", flag, { is: 'word', of: ['counted'] }),
    kept: flag,
    spoken: flag,
    unlogged: flag,
    whole: flag,
    unset: text,
    serves: flag,
    follows: either("true 或 '引用列.对方的列' 的列表", flag, {
      is: 'list',
      of: { is: 'text', pattern: /^\w+\.\w+$/, like: "'引用列.对方的列'" },
    }),
    reads: { is: 'text', pattern: /^\w+\.(sex|age)$/, like: "'身份证列.sex' 或 '身份证列.age'" },
    names: {
      is: 'object',
      keys: { by: column, of: { is: 'map', of: text, key: /^\d+$/, keyLike: '数字' } },
      required: ['by', 'of'],
    },
    leads: either(
      '引用列的列表，或 { resource, key }',
      { is: 'list', of: column },
      { is: 'object', keys: { resource: column, key: column }, required: ['resource', 'key'] },
    ),
    via: { is: 'text', pattern: /^\w+\.\w+$/, like: "'引用列.对方的列'" },
    help: text,
    numbered: {
      is: 'object',
      keys: {
        letters: { is: 'text', pattern: /^[A-Z0-9-]{1,8}$/, like: '1–8 个大写字母、数字、连字符' },
        dated: { is: 'word', of: [...numberDates] },
        digits: { is: 'int' },
      },
      required: ['digits'],
    },
    only: { is: 'word', of: [...derivedDialogs] },
    section: { is: 'text', max: 20 },
    when: condition,
    was: { is: 'list', of: columnName },
    retired: flag,
    max: { is: 'number' },
    min: { is: 'number' },
    scale: { is: 'int' },
    total: either('true 或 { by, except }', flag, {
      is: 'object',
      keys: { by: column, except: { is: 'map', of: either('值或值的列表', { is: 'int' }, { is: 'list', of: { is: 'int' } }) } },
    }),
    unique: flag,
    checks: { is: 'word', of: [...textChecks] },
    happened: flag,
  },
  required: ['label'],
}

const path: Shape = { is: 'text', pattern: /^\/[A-Za-z][A-Za-z0-9/_-]*(\/\{\w+\})*$/, like: "'/分组/页面' 或 '/分组/页面/{名称}'" }

const value = either('值或值的列表', scalar, { is: 'list', of: { is: 'int' } })
const opens: Shape = { is: 'object', keys: { filter: { is: 'map', of: value }, sort: { is: 'list', of: text, length: 2 } } }

const access = either('权限键或 null', text, { is: 'null' })

const relatedShape: Shape = {
  is: 'object',
  keys: {
    label: { is: 'text', max: 20 },
    resource: text,
    by: column,
    from: column,
    where: { is: 'map', of: either('数、文字或数的列表', { is: 'int' }, text, { is: 'list', of: { is: 'int' } }) },
    sort: { is: 'list', of: text, length: 2 },
    shows: { is: 'list', of: column },
    when: condition,
  },
  required: ['label', 'resource', 'by'],
}

const factShape: Shape = {
  is: 'object',
  keys: { column, tone: toneWord, over: { is: 'number' }, chosen: flag },
  required: ['column'],
}

const plotShape: Shape = {
  is: 'object',
  keys: {
    is: { is: 'word', of: ['months', 'spans', 'timeline', 'table'] },
    label: { is: 'text', max: 20 },
    resource: text,
    by: column,
    where: { is: 'map', of: either('数或数的列表', { is: 'int' }, { is: 'list', of: { is: 'int' } }) },
    during: { is: 'list', of: column, length: 2 },
    due: column,
    price: column,
    paid: column,
    who: { is: 'list', of: column },
    leads: column,
    call: text,
  },
  required: ['is', 'label'],
}

const whereShape: Shape = { is: 'map', of: { is: 'list', of: { is: 'int' } } }

const chartShape: Shape = {
  is: 'object',
  keys: {
    label: { is: 'text', max: 20 },
    says: { is: 'text', max: 100 },
    along: column,
    rates: {
      is: 'list',
      of: { is: 'object', keys: { label: { is: 'text', max: 20 }, of: column, per: column, weight: column }, required: ['label', 'of'] },
    },
    amounts: { is: 'list', of: column },
    by: column,
    where: whereShape,
    leads: {
      is: 'object',
      keys: {
        resource: text,
        along: either('列，或起止两列', column, { is: 'list', of: column, length: 2 }),
        by: column,
        where: whereShape,
      },
      required: ['resource', 'along'],
    },
  },
  required: ['label', 'says', 'along'],
}

const happeningShape: Shape = {
  is: 'object',
  keys: {
    day: column,
    says: { is: 'text', max: 20 },
    tells: column,
    where: { is: 'map', of: either('数或数的列表', { is: 'int' }, { is: 'list', of: { is: 'int' } }) },
  },
  required: ['day', 'says'],
}

/** The meta-schema of a resource: what a file in src/resources, or a declaration as JSON, may say. */
export const resourceShape: Shape = {
  is: 'object',
  keys: {
    name: { is: 'text', pattern: /^[A-Za-z][A-Za-z0-9_]{0,40}$/, like: '字母开头的名称' },
    label: { is: 'text', max: 40 },
    path,
    menu,
    access,
    key: column,
    title: column,
    tellApart: { is: 'list', of: column },
    noun: { is: 'text', max: 20 },
    projectFirst: flag,
    columns: { is: 'map', of: columnShape, key: COLUMN_NAME, keyLike: COLUMN_LIKE },
    sort: { is: 'list', of: text, length: 2 },
    opens,
    strips: {
      is: 'list',
      of: {
        is: 'object',
        keys: {
          label: { is: 'text', max: 20 },
          where: { is: 'map', of: { is: 'list', of: { is: 'int' } } },
          opens,
          counts: flag,
          above: { is: 'word', of: above },
        },
        required: ['label'],
      },
    },
    form: { is: 'list', of: column },
    foresees: previewShape,
    dialogs: { is: 'map', of: formShape },
    states: statesShape,
    actions: { is: 'map', of: actionShape },
    prints: printsShape,
    calls: { is: 'map', of: either("'/api/…' 或 false", callPath, { is: 'false' }) },
    domain: { is: 'list', of: text },
    import: either('true、false 或操作的名称', flag, { is: 'false' }, text),
    lookup: either("true、'/api/名称/动作' 或 { call, search, label }", flag, callPath, {
      is: 'object',
      keys: { call: callPath, search: column, label: { is: 'list', of: column } },
      required: ['call', 'search', 'label'],
    }),
    scope: column,
    own: column,
    area: { is: 'word', of: areas },
    log: { is: 'false' },
    copied: flag,
    retires: flag,
    merges: { is: 'object', keys: { into: column, as: column }, required: ['into', 'as'] },
    view: column,
    stored: { is: 'false' },
    reckoned: flag,
    past: either("true、false 或 'booked'", flag, { is: 'false' }, { is: 'word', of: ['booked'] }),
    has: { is: 'list', of: relatedShape },
    facts: { is: 'list', of: factShape },
    calendar: { is: 'object', keys: { during: { is: 'list', of: column, length: 2 }, moves: column }, required: ['during'] },
    board: flag,
    unique: { is: 'list', of: { is: 'list', of: column } },
    chart: chartShape,
    plots: { is: 'list', of: plotShape },
    happens: { is: 'list', of: happeningShape },
    draws: { is: 'word', of: ['approvalTrail'] },
    empty: text,
  },
  required: ['name', 'label', 'key', 'columns'],
}

/** The meta-schema of a setting: what `defineSetting` may say. */
export const settingShape: Shape = {
  is: 'object',
  keys: {
    name: { is: 'text', pattern: /^[A-Za-z][A-Za-z0-9_]{0,40}$/, like: '字母开头的名称' },
    label: { is: 'text', max: 40 },
    path,
    menu,
    access,
    changes: text,
    form: formShape,
    dated: flag,
    trial: { is: 'object', keys: { label: { is: 'text', max: 20 }, call: callPath }, required: ['label', 'call'] },
    shows: { is: 'object', keys: { label: { is: 'text', max: 20 }, call: callPath }, required: ['label', 'call'] },
    lists: {
      is: 'list',
      of: {
        is: 'object',
        keys: { label: { is: 'text', max: 20 }, resource: text, rows: { is: 'int' } },
        required: ['label', 'resource', 'rows'],
      },
    },
  },
  required: ['name', 'label', 'path', 'access', 'changes', 'form'],
}

const stripShape: Shape = {
  is: 'object',
  keys: {
    label: { is: 'text', max: 20 },
    resource: text,
    where: { is: 'map', of: either("数、数的列表或 'me'", { is: 'int' }, { is: 'list', of: { is: 'int' } }, { is: 'word', of: ['me'] }) },
    opens,
    counts: flag,
    above: { is: 'word', of: above },
    actions: { is: 'list', of: text },
    empty: text,
  },
  required: ['label', 'resource'],
}

/** The meta-schema of a page that is not one list. */
export const pageShape: Shape = {
  is: 'object',
  keys: {
    name: text,
    label: text,
    path,
    menu,
    access,
    reads: callPath,
    screen: column,
    detailOf: text,
    desk: deskShape,
    strips: { is: 'list', of: stripShape },
  },
  required: ['name', 'label', 'path', 'access'],
}

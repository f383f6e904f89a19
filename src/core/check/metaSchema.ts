import { allKinds, isMaskedKind, isTextKind } from '../kinds.ts'
import { areas } from '../resource.ts'
import { actionShape, printsShape, statesShape } from './metaMoves.ts'
import { COLUMN_LIKE, COLUMN_NAME, callPath, column, columnName, condition, either, flag, scalar, text, toneWord } from './metaWords.ts'
import type { Shape } from './shape.ts'

const menu: Shape = { is: 'object', keys: { group: text, part: text, order: { is: 'int' }, icon: text }, required: ['order'] }

const lookup: Shape = {
  is: 'object',
  keys: {
    call: either("'/api/…' 或 { by, of }", callPath, {
      is: 'object',
      keys: { by: column, of: { is: 'map', of: callPath } },
      required: ['by', 'of'],
    }),
    params: { is: 'map', of: scalar },
    value: column,
    label: either('列名或列名的列表', column, { is: 'list', of: column }),
    search: column,
    fills: { is: 'map', of: column },
    waiting: text,
    within: {
      is: 'object',
      keys: { title: text, call: callPath, param: column, value: column, label: column, search: column },
      required: ['title', 'call', 'param', 'value', 'label', 'search'],
    },
    only: {
      is: 'object',
      keys: { when: condition, field: column, in: { is: 'list', of: { is: 'int' } } },
      required: ['when', 'field', 'in'],
    },
  },
  required: ['call', 'value', 'label'],
}

const tree: Shape = {
  is: 'object',
  keys: { call: callPath, group: column, list: column, value: column, label: column },
  required: ['call', 'group', 'list', 'value', 'label'],
}

const field: Shape = {
  is: 'object',
  keys: {
    title: text,
    description: text,
    default: { is: 'any' },
    type: { is: 'word', of: ['string', 'integer', 'number', 'array'] },
    minLength: { is: 'int' },
    maxLength: { is: 'int' },
    pattern: text,
    format: { is: 'word', of: ['date'] },
    minimum: { is: 'number' },
    maximum: { is: 'number' },
    const: { is: 'int' },
    oneOf: { is: 'list', of: { is: 'object', keys: { const: { is: 'int' }, title: text }, required: ['const', 'title'] } },
    minItems: { is: 'int' },
    maxItems: { is: 'int' },
    uniqueItems: flag,
    items: either(
      '{ type: integer }、{ type: string, maxLength } 或 { type: object, properties }',
      { is: 'lazy', shape: () => rowSchema },
      { is: 'lazy', shape: () => item },
    ),
    'x-is': {
      is: 'word',
      of: [
        ...allKinds.filter((kind) => kind !== 'text' && (isTextKind(kind) || isMaskedKind(kind))),
        'password',
        'newPassword',
        'secret',
        'fen',
        'datetime',
        'ref',
        'radio',
        'images',
        'refs',
        'rows',
        'texts',
      ],
    },
    'x-msg': { is: 'map', of: text },
    'x-when': condition,
    'x-required': condition,
    'x-clears': { is: 'list', of: column },
    'x-lookup': lookup,
    'x-tree': tree,
    'x-offer': { is: 'object', keys: { when: condition, in: { is: 'list', of: { is: 'int' } } }, required: ['when', 'in'] },
    'x-initial': { is: 'object', keys: { call: callPath, value: column }, required: ['call', 'value'] },
    'x-section': text,
    'x-wide': flag,
    'x-next': { is: 'word', of: ['more', 'same'] },
    'x-draw': flag,
    'x-from': column,
    'x-same': column,
    'x-hidden': flag,
    'x-unit': text,
    'x-decimals': { is: 'int' },
  },
  required: ['title', 'type'],
}
const item: Shape = {
  is: 'object',
  keys: { type: { is: 'word', of: ['integer', 'string'] }, minimum: { is: 'number' }, maximum: { is: 'number' }, maxLength: { is: 'int' } },
  required: ['type'],
}
const rowKeys: Record<string, Shape> = {
  type: { is: 'word', of: ['object'] },
  properties: { is: 'map', of: field, key: /^[A-Za-z][A-Za-z0-9_]{0,47}$/, keyLike: '字段名' },
  required: { is: 'list', of: column },
  additionalProperties: { is: 'false' },
}
const rowSchema: Shape = { is: 'object', keys: rowKeys, required: ['type', 'properties', 'additionalProperties'] }

/** The meta-schema of a form: what src/schemas/*.ts may say. */
export const formShape: Shape = {
  is: 'object',
  keys: {
    ...rowKeys,
    title: text,
    description: text,
    'x-layout': { is: 'list', of: { is: 'text' } },
    'x-keep': { is: 'list', of: column },
    'x-size': { is: 'word', of: ['wide'] },
    'x-preview': {
      is: 'object',
      keys: { call: callPath, shows: { is: 'text', max: 20 }, of: { is: 'list', of: column }, also: { is: 'list', of: column } },
      required: ['call', 'shows', 'of'],
    },
  },
  required: ['title', 'type', 'properties', 'additionalProperties'],
}

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
    unset: text,
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
  },
  required: ['label'],
}

const path: Shape = { is: 'text', pattern: /^\/[A-Za-z][A-Za-z0-9/_-]*(\/\{\w+\})*$/, like: "'/分组/页面' 或 '/分组/页面/{名称}'" }

const access = either('权限键或 null', text, { is: 'null' })

const relatedShape: Shape = {
  is: 'object',
  keys: {
    label: { is: 'text', max: 20 },
    resource: text,
    by: column,
    where: { is: 'map', of: either('数或数的列表', { is: 'int' }, { is: 'list', of: { is: 'int' } }) },
    sort: { is: 'list', of: text, length: 2 },
    shows: { is: 'list', of: column },
  },
  required: ['label', 'resource', 'by'],
}

const factShape: Shape = {
  is: 'object',
  keys: { column, tone: toneWord, over: { is: 'number' }, chosen: flag },
  required: ['column'],
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
    projectFirst: flag,
    columns: { is: 'map', of: columnShape, key: COLUMN_NAME, keyLike: COLUMN_LIKE },
    sort: { is: 'list', of: text, length: 2 },
    form: { is: 'list', of: column },
    dialogs: { is: 'map', of: formShape },
    states: statesShape,
    actions: { is: 'map', of: actionShape },
    prints: printsShape,
    calls: { is: 'map', of: either("'/api/…' 或 false", callPath, { is: 'false' }) },
    domain: { is: 'list', of: text },
    import: either('true 或 false', flag, { is: 'false' }),
    lookup: either("true、'/api/名称/动作' 或 { call, search, label }", flag, callPath, {
      is: 'object',
      keys: { call: callPath, search: column, label: { is: 'list', of: column } },
      required: ['call', 'search', 'label'],
    }),
    scope: column,
    own: column,
    area: { is: 'word', of: areas },
    log: { is: 'false' },
    retires: flag,
    view: column,
    stored: { is: 'false' },
    has: { is: 'list', of: relatedShape },
    facts: { is: 'list', of: factShape },
    week: { is: 'list', of: column, length: 2 },
    unique: { is: 'list', of: { is: 'list', of: column } },
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
    trial: { is: 'object', keys: { label: { is: 'text', max: 20 }, call: callPath }, required: ['label', 'call'] },
  },
  required: ['name', 'label', 'path', 'access', 'changes', 'form'],
}

const stripShape: Shape = {
  is: 'object',
  keys: {
    label: { is: 'text', max: 20 },
    resource: text,
    where: { is: 'map', of: either("数、数的列表或 'me'", { is: 'int' }, { is: 'list', of: { is: 'int' } }, { is: 'word', of: ['me'] }) },
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
    strips: { is: 'list', of: stripShape },
  },
  required: ['name', 'label', 'path', 'access'],
}

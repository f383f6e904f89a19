import { allKinds, isMaskedKind, isTextKind } from '../kinds.ts'
import { textChecks } from '../textChecks.ts'
import { callPath, column, condition, either, flag, scalar, text } from './metaWords.ts'
import type { Shape } from './shape.ts'

const lookup: Shape = {
  is: 'object',
  keys: {
    call: either("'/api/…' 或 { by, of }", callPath, {
      is: 'object',
      keys: { by: column, of: { is: 'map', of: callPath } },
      required: ['by', 'of'],
    }),
    params: { is: 'map', of: scalar },
    about: flag,
    anyProject: flag,
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

const suggest: Shape = {
  is: 'object',
  keys: { call: callPath, value: column, label: { is: 'list', of: column }, search: column, fills: { is: 'map', of: column } },
  required: ['call', 'value', 'label', 'search'],
}

export const tree: Shape = {
  is: 'object',
  keys: { call: callPath, group: column, list: column, value: column, label: column },
  required: ['call', 'group', 'list', 'value', 'label'],
}

const fixedChoices: Shape = { is: 'list', of: { is: 'object', keys: { const: { is: 'int' }, title: text }, required: ['const', 'title'] } }

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
    oneOf: fixedChoices,
    minItems: { is: 'int' },
    maxItems: { is: 'int' },
    uniqueItems: flag,
    items: either(
      '{ type: integer }、{ type: integer, oneOf }、{ type: string, maxLength } 或 { type: object, properties }',
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
        'upload',
        'fen',
        'datetime',
        'ref',
        'radio',
        'images',
        'files',
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
    'x-suggest': suggest,
    'x-code': { is: 'object', keys: { from: column, taken: { is: 'list', of: text }, call: callPath }, required: ['from'] },
    'x-tree': tree,
    'x-offer': { is: 'object', keys: { when: condition, in: { is: 'list', of: { is: 'int' } } }, required: ['when', 'in'] },
    'x-initial': { is: 'object', keys: { call: callPath, value: column }, required: ['call', 'value'] },
    'x-section': text,
    'x-wide': flag,
    'x-next': { is: 'word', of: ['more', 'same'] },
    'x-draw': flag,
    'x-file': text,
    'x-checks': { is: 'word', of: [...textChecks] },
    'x-from': column,
    'x-same': column,
    'x-happened': flag,
    'x-hidden': flag,
    'x-unit': text,
    'x-decimals': { is: 'int' },
  },
  required: ['title', 'type'],
}
const item: Shape = {
  is: 'object',
  keys: {
    type: { is: 'word', of: ['integer', 'string'] },
    oneOf: fixedChoices,
    minimum: { is: 'number' },
    maximum: { is: 'number' },
    maxLength: { is: 'int' },
  },
  required: ['type'],
}
const rowKeys: Record<string, Shape> = {
  type: { is: 'word', of: ['object'] },
  properties: { is: 'map', of: field, key: /^[A-Za-z][A-Za-z0-9_]{0,47}$/, keyLike: '字段名' },
  required: { is: 'list', of: column },
  additionalProperties: { is: 'false' },
}
export const rowSchema: Shape = { is: 'object', keys: rowKeys, required: ['type', 'properties', 'additionalProperties'] }

/** What a dialog shows while one types. */
export const previewShape: Shape = {
  is: 'object',
  keys: {
    call: callPath,
    shows: { is: 'text', max: 20 },
    of: { is: 'list', of: column },
    also: { is: 'list', of: column },
    many: { is: 'true' },
  },
  required: ['call', 'shows', 'of'],
}

/** The meta-schema of a form: what src/schemas/*.ts may say. */
export const formShape: Shape = {
  is: 'object',
  keys: {
    ...rowKeys,
    title: text,
    description: text,
    'x-layout': { is: 'list', of: { is: 'text' } },
    'x-keep': { is: 'list', of: column },
    'x-own': { is: 'list', of: either('字段，或 [字段, 列]', column, { is: 'list', of: column, length: 2 }) },
    'x-size': { is: 'word', of: ['wide'] },
    'x-preview': previewShape,
  },
  required: ['title', 'type', 'properties', 'additionalProperties'],
}

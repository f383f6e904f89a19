import { deskSides } from '../desk.ts'
import { column, scalar, text } from './metaWords.ts'
import type { Shape } from './shape.ts'

const deskListShape: Shape = {
  is: 'object',
  keys: {
    label: { is: 'text', max: 20 },
    resource: text,
    where: { is: 'map', of: { is: 'list', of: { is: 'int' } } },
    sort: { is: 'list', of: text, length: 2 },
    shows: { is: 'list', of: text },
    tells: { is: 'list', of: text },
    until: column,
    marks: column,
    offers: {
      is: 'object',
      keys: {
        call: text,
        by: column,
        why: { is: 'object', keys: { resource: text, column }, required: ['resource', 'column'] },
      },
      required: ['call', 'by', 'why'],
    },
    empty: text,
  },
  required: ['label', 'resource', 'shows'],
}

/** The meta-schema of a screen of two lists. */
export const deskShape: Shape = {
  is: 'object',
  keys: {
    left: deskListShape,
    right: deskListShape,
    queue: {
      is: 'list',
      of: { is: 'object', keys: { label: { is: 'text', max: 20 }, left: column, right: column }, required: ['label', 'left', 'right'] },
    },
    undo: {
      is: 'object',
      keys: { key: text, resource: text, action: text },
      required: ['key', 'resource', 'action'],
    },
    deeds: {
      is: 'list',
      of: {
        is: 'object',
        keys: {
          key: text,
          on: { is: 'word', of: deskSides },
          action: text,
          label: { is: 'text', max: 20 },
          with: { is: 'map', of: scalar },
          atOnce: { is: 'true' },
        },
        required: ['key', 'on', 'action'],
      },
    },
  },
  required: ['left', 'right', 'deeds'],
}

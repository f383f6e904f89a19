import { businesses } from '../approval.ts'
import { MAX_PRINT_TEXT, papers } from '../prints.ts'
import { callPath, column, condition, either, flag, scalar, text, toneWord } from './metaWords.ts'
import type { Shape } from './shape.ts'

const stateNames = either("'状态' 或 ['状态', …]", column, { is: 'list', of: column })
const withinKeys: Record<string, Shape> = { within: column, columns: { is: 'list', of: column } }

/** What a resource may say of the states of its records. */
export const statesShape: Shape = {
  is: 'object',
  keys: {
    column,
    of: {
      is: 'map',
      key: /^[a-z][A-Za-z0-9]{0,30}$/,
      keyLike: '小写字母开头的状态名',
      of: {
        is: 'object',
        keys: { code: { is: 'int' }, label: { is: 'text', max: 20 }, tone: toneWord, ends: flag, retired: flag },
        required: ['code', 'label'],
      },
    },
    first: stateNames,
    sets: { is: 'map', of: { is: 'list', of: column } },
    moves: {
      is: 'map',
      of: { is: 'object', keys: { label: { is: 'text', max: 20 }, from: stateNames, to: column }, required: ['label', 'from', 'to'] },
    },
    requires: { is: 'map', of: { is: 'list', of: column } },
    unique: { is: 'list', of: { is: 'object', keys: withinKeys, required: ['within', 'columns'] } },
    excludes: {
      is: 'list',
      of: {
        is: 'object',
        keys: { within: column, same: { is: 'list', of: column }, during: { is: 'list', of: column, length: 2 }, parts: column },
        required: ['within', 'same', 'during'],
      },
    },
    indexes: {
      is: 'list',
      of: { is: 'object', keys: { ...withinKeys, include: { is: 'list', of: column } }, required: ['within', 'columns'] },
    },
  },
  required: ['column', 'of', 'first'],
}

/** What an action may say of the approval that it needs. */
const approvalShape: Shape = {
  is: 'object',
  keys: {
    business: { is: 'word', of: Object.keys(businesses).filter((name) => name !== 'own') },
    steps: {
      is: 'list',
      of: {
        is: 'object',
        keys: Object.fromEntries(
          ['way', 'who', 'role_id', 'user_id', 'all', 'share', 'over', 'hours', 'late', 'late_to'].map((name) => [
            name,
            { is: 'int' } as const,
          ]),
        ),
        required: ['way', 'who'],
      },
    },
    when: condition,
    amount: column,
    meanwhile: column,
  },
}

/** The papers that a resource may say can be printed of its records. */
export const printsShape: Shape = {
  is: 'map',
  key: /^[a-z][a-z0-9_]{0,19}$/,
  keyLike: '小写字母开头、至多 20 个字母、数字、下划线',
  of: {
    is: 'object',
    keys: {
      label: { is: 'text', max: 20 },
      letters: { is: 'text', pattern: /^[A-Z]{2,6}$/, like: '2–6 个大写字母' },
      title: { is: 'text', max: 40 },
      paper: { is: 'word', of: papers },
      landscape: flag,
      text: { is: 'text', max: MAX_PRINT_TEXT },
      retired: flag,
    },
    required: ['label', 'letters', 'paper', 'text'],
  },
}

/** What an action may say. */
export const actionShape: Shape = {
  is: 'object',
  keys: {
    label: { is: 'text', max: 20 },
    on: { is: 'word', of: ['page', 'row', 'rows'] },
    can: callPath,
    opens: column,
    asks: callPath,
    confirm: either('提示文字或 false', text, { is: 'false' }),
    from: stateNames,
    to: column,
    when: condition,
    set: { is: 'map', of: scalar },
    tone: { is: 'word', of: ['danger'] },
    done: text,
    begins: {
      is: 'list',
      of: {
        is: 'object',
        keys: { on: column, label: { is: 'text', max: 20 }, with: { is: 'map', of: scalar }, when: condition, first: flag },
        required: ['on', 'with'],
      },
    },
    enters: flag,
    prints: { is: 'text', pattern: /^[a-z]\w*$/, like: "'receipt'" },
    leads: { is: 'text', pattern: /^\/[\w/{}-]+$/, like: "'/分组/页面/{列名}'" },
    everywhere: { is: 'int' },
    approves: approvalShape,
    sees: flag,
    resumes: flag,
    saves: flag,
    shortcut: { is: 'text', pattern: /^[a-z]$/, like: "'a'" },
  },
  required: ['label', 'on', 'can'],
}

/** How a list filters a column of this kind. `any` takes one value or several; `range` makes `field_start` and `field_end`; `known` finds who already knows the number, or its end. */
export type Match = 'contains' | 'starts' | 'known' | 'equals' | 'any' | 'range' | 'has' | null

/** How a column stands in a file: a number that can be summed, money with its two decimals, words of ours and days, or text that anyone typed. */
export type CellKind = 'number' | 'money' | 'plain' | 'text'

/** What is known of text that people type. */
interface TextFacts {
  /** Letters at most where the declaration names no `max`. */
  max: number
  /** Typed in several lines. */
  isLong?: true
  /** What all such text must be, and what is told to whoever typed another. */
  rule?: { pattern: RegExp; refusal: (title: string) => string }
}

interface KindFacts {
  /** The column's PostgreSQL type. */
  sql: string
  /** The JSON type on the wire. */
  wire: 'string' | 'integer' | 'number' | 'array'
  match: Match
  /** How it stands in an exported file. */
  cell: CellKind
  align?: 'right'
  /** Width of the list column in px where the declaration names none. */
  width: number
  /** A personal number (domain.md, People): stored sealed, and as what lists show of it. */
  masked?: true
  /** Of a list alone: one that holds nothing, as SQL writes it. */
  empty?: string
  /** Of text that people type alone. */
  text?: TextFacts
  /** The word without which a column of this kind says nothing: what it is one of. */
  needs?: 'of' | 'tree'
  /** How it is written in the cell of a file that is imported, where that is more than its length. */
  written?: string
  /** Screens made at run time can have it: what the designer calls it, and the number by which its form holds it (16, 18 and 19 are taken, designer/kinds.ts). */
  designed?: { code: number; label: string }
  /** The designer offers to sort by it, and to let no two records have the same. */
  sorts?: true
  tellsApart?: true
}

/**
 * One word per column decides its SQL type, cell, filter, input and export at once. The cell and filter of a kind are in
 * src/ui/kinds/<kind>.tsx; everything else about it is this row (CONTRIBUTING.md says how one is added).
 */
export const kinds = {
  text: {
    sql: 'text',
    wire: 'string',
    match: 'contains',
    cell: 'text',
    width: 140,
    text: { max: 100 },
    sorts: true,
    tellsApart: true,
    designed: { code: 1, label: '文本' },
  },
  note: {
    sql: 'text',
    wire: 'string',
    match: null,
    cell: 'text',
    width: 200,
    text: { max: 500, isLong: true },
    designed: { code: 2, label: '多行文本' },
  },
  code: {
    sql: 'text',
    wire: 'string',
    match: 'starts',
    cell: 'text',
    width: 150,
    text: { max: 60 },
    sorts: true,
    tellsApart: true,
    designed: { code: 3, label: '编码（按开头查找）' },
  },
  url: {
    sql: 'text',
    wire: 'string',
    match: 'contains',
    cell: 'text',
    width: 220,
    text: {
      max: 500,
      // No name before the host, by which one address looks like another's.
      rule: { pattern: /^https?:\/\/[^\s/?#@\\]+(?:[/?#]\S*)?$/, refusal: (title) => `${title}须是以 http:// 或 https:// 开头的网址` },
    },
    written: '以 http:// 或 https:// 开头的网址',
    tellsApart: true,
    designed: { code: 17, label: '网址' },
  },
  int: {
    sql: 'integer',
    wire: 'integer',
    match: 'equals',
    cell: 'number',
    align: 'right',
    width: 90,
    sorts: true,
    designed: { code: 4, label: '整数' },
  },
  decimal: {
    sql: 'numeric(14,6)',
    wire: 'number',
    match: 'range',
    cell: 'number',
    align: 'right',
    width: 100,
    sorts: true,
    designed: { code: 5, label: '小数' },
  },
  fen: {
    sql: 'bigint',
    wire: 'integer',
    match: 'range',
    cell: 'money',
    align: 'right',
    width: 120,
    sorts: true,
    designed: { code: 6, label: '金额（元）' },
  },
  date: { sql: 'date', wire: 'string', match: 'range', cell: 'plain', width: 100, sorts: true, designed: { code: 7, label: '日期' } },
  datetime: {
    sql: 'bigint',
    wire: 'integer',
    match: 'range',
    cell: 'plain',
    width: 130,
    sorts: true,
    designed: { code: 8, label: '日期时间' },
  },
  phone: {
    sql: 'text',
    wire: 'string',
    match: 'known',
    cell: 'text',
    width: 120,
    masked: true,
    written: '11 位手机号',
    tellsApart: true,
    designed: { code: 12, label: '手机号' },
  },
  card: {
    sql: 'text',
    wire: 'string',
    match: 'known',
    cell: 'text',
    width: 160,
    masked: true,
    written: '18 位身份证号，单元格须为文本',
    tellsApart: true,
    designed: { code: 13, label: '身份证号' },
  },
  bank: {
    sql: 'text',
    wire: 'string',
    match: 'known',
    cell: 'text',
    width: 170,
    masked: true,
    written: '银行账号，单元格须为文本',
    tellsApart: true,
    designed: { code: 15, label: '银行账号' },
  },
  enum: { sql: 'smallint', wire: 'integer', match: 'any', cell: 'plain', width: 100, needs: 'of', designed: { code: 9, label: '选项' } },
  enums: {
    sql: 'integer[]',
    wire: 'array',
    match: 'has',
    cell: 'text',
    width: 160,
    empty: `'{}'`,
    needs: 'of',
    designed: { code: 20, label: '多选' },
  },
  ref: {
    sql: 'integer',
    wire: 'integer',
    match: 'any',
    cell: 'text',
    width: 140,
    needs: 'of',
    designed: { code: 10, label: '引用另一页的记录' },
  },
  refs: {
    sql: 'integer[]',
    wire: 'array',
    match: 'has',
    cell: 'text',
    width: 160,
    empty: `'{}'`,
    needs: 'of',
    designed: { code: 11, label: '引用多条记录' },
  },
  texts: { sql: 'text[]', wire: 'array', match: null, cell: 'plain', width: 160, empty: `'{}'`, needs: 'tree' },
  images: { sql: 'integer[]', wire: 'array', match: null, cell: 'plain', width: 80, empty: `'{}'`, designed: { code: 14, label: '图片' } },
  files: { sql: 'integer[]', wire: 'array', match: null, cell: 'text', width: 200, empty: `'{}'`, designed: { code: 21, label: '附件' } },
  rows: { sql: 'jsonb', wire: 'array', match: null, cell: 'plain', width: 160, empty: `'[]'::jsonb`, needs: 'of' },
  resource: { sql: 'text', wire: 'string', match: 'equals', cell: 'text', width: 110 },
  changes: { sql: 'jsonb', wire: 'array', match: null, cell: 'text', width: 360 },
} as const satisfies Record<string, KindFacts>

export type Kind = keyof typeof kinds
export const kindFacts: Readonly<Record<Kind, KindFacts>> = kinds

/** A kind whose value is a list: never null, but empty. */
export type ListKind = { [K in Kind]: (typeof kinds)[K] extends { empty: string } ? K : never }[Kind]

/** What a kind's value is in JSON; of a list by what the store's type is a list of. */
export type WireValue<K extends Kind> = (typeof kinds)[K] extends { wire: 'string' }
  ? string
  : (typeof kinds)[K] extends { wire: 'integer' | 'number' }
    ? number
    : (typeof kinds)[K] extends { sql: 'integer[]' }
      ? number[]
      : (typeof kinds)[K] extends { sql: 'text[]' }
        ? string[]
        : unknown[]

/** The kinds of personal numbers; src/protocol/masks.ts says how each is masked. */
export type MaskedKind = { [K in Kind]: (typeof kinds)[K] extends { masked: true } ? K : never }[Kind]

/** Whether a column or a field of this kind is stored sealed and shown masked; false for what is no kind. */
export const isMaskedKind = (kind: string | undefined): kind is MaskedKind => kindFacts[kind as Kind]?.masked === true

/** The kinds of text that people type. */
export type TextKind = { [K in Kind]: (typeof kinds)[K] extends { text: object } ? K : never }[Kind]

/** The kinds that a screen made at run time can have. */
export type DesignKind = { [K in Kind]: (typeof kinds)[K] extends { designed: object } ? K : never }[Kind]

/** Every kind, in the order in which they stand here. */
export const allKinds = Object.keys(kinds) as readonly Kind[]

export const isTextKind = (kind: string): kind is TextKind => kindFacts[kind as Kind]?.text !== undefined

/** Gives what is known of a kind of text. */
export const textFacts = (kind: TextKind): TextFacts => kinds[kind].text

/** Gives the rule that all text of a kind must obey; undefined where anything may be typed, and for what is no kind of text. */
export const ruleOf = (kind: string | undefined): TextFacts['rule'] => kindFacts[kind as Kind]?.text?.rule

/** The choices of what is so or not. */
export const yesNo: Readonly<Record<number, string>> = { 0: '否', 1: '是' }

/** True for choices that are yes and no, and so one question: a dialog shows both at once. */
export const isYesNo = (of: Readonly<Record<number, string>>): boolean => JSON.stringify(of) === JSON.stringify(yesNo)

/** True where what one kind stored, the other can read: a field may go from one to the other and no record loses anything. */
export const storedAlike = (a: string, b: string): boolean => a === b || (isTextKind(a) && isTextKind(b) && !ruleOf(a) && !ruleOf(b))

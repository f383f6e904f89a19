import type { MaskedKind, TextKind } from './kinds.ts'
import type { TextCheck } from './textChecks.ts'

/** Values of other fields that must hold: `{ nature: [1, 2] }`; '' is a field without a value. Several fields must all hold. */
export type Condition = Readonly<Record<string, string | number | readonly (string | number)[]>>

/** Message of each rule by its keyword: `{ required: '面积必填', maximum: '…' }`. Shown letter for letter. */
type Messages = Readonly<Record<string, string>>

/** Where a field's choices come from: a list call's rows. */
export interface Lookup {
  /** The call; or one per value of another field: `{ by: 'from', of: { 2: '/api/cost/index' } }`. */
  call: `/api/${string}` | { by: string; of: Readonly<Record<string, `/api/${string}`>> }
  /** The call's params; a value `$field` stands for that field's value, and the choices wait until it has one. */
  params?: Readonly<Record<string, string | number>>
  value: string
  label: string | readonly string[]
  /** The key of the record that the dialog is about goes along: what would be refused of it is not offered. */
  about?: true
  /** On a record's action: a record of another project than that record's may be chosen, too. */
  anyProject?: true
  /** The name of the param that carries what staff type; without it the choices are loaded once. */
  search?: string
  /** Fields that the chosen row fills: `{ show_type: 'show_type' }` is form field ← row field. */
  fills?: Readonly<Record<string, string>>
  /** What the input says until what its params name, or `within`, is chosen. */
  waiting?: string
  /** A choice that comes first and narrows these, and is no field of its own: the room search asks for a project (spec.md section 5). */
  within?: { title: string; call: `/api/${string}`; param: string; value: string; label: string; search: string }
  /** Choices allowed only when a condition holds: with `nature` 3, only rows whose `show_type` is 1 or 2. */
  only?: { when: Condition; field: string; in: readonly number[] }
}

/** Texts that are known, for a field that takes any. */
export type Suggestions = Pick<Lookup, 'value' | 'label' | 'fills'> & { call: `/api/${string}`; search: string }

/** How a code is proposed: from the text of a field; none of these, nor of what the call gives as `taken`. */
export interface CodeFrom {
  from: string
  taken?: readonly string[]
  call?: `/api/${string}`
}

/** Where the choices of a list of texts come from: a call whose answer has them in groups, `[{ group, calls: [{ path, label }] }]`. */
export interface Tree {
  call: `/api/${string}`
  /** The names in its answer: of a group's heading, of its list, and in that of what is kept and what is read. */
  group: string
  list: string
  value: string
  label: string
}

interface Common {
  title: string
  description?: string
  default?: string | number | readonly (string | number | Readonly<Record<string, string | number>>)[]
  'x-msg'?: Messages
  /** The field exists only while this holds; otherwise it is neither shown, sent nor stored. */
  'x-when'?: Condition
  /** Required only while this holds (fields always required stand in `required`). */
  'x-required'?: Condition
  /** Fields emptied when this one changes. */
  'x-clears'?: readonly string[]
  /** Choices from the server. */
  'x-lookup'?: Lookup
  /** What is typed may be one of these, which then fill other fields; anything else is as good. */
  'x-suggest'?: Suggestions
  /** A code, filled with the pinyin of another field for as long as nobody types one. */
  'x-code'?: CodeFrom
  /** Choices in groups from the server, for a list of texts; the server takes no others. */
  'x-tree'?: Tree
  /** While the condition holds only these of the field's choices are offered and accepted. */
  'x-offer'?: { when: Condition; in: readonly number[] }
  /** Filled when the dialog opens with a value that the server gives: `{ call: '/api/unit/sn', value: 'sn' }`. */
  'x-initial'?: { call: `/api/${string}`; value: string }
  /** Starts a section with this heading. */
  'x-section'?: string
  /** A list of images that can be drawn by hand, too: a signature. */
  'x-draw'?: true
  /** Takes the whole width of the dialog. */
  'x-wide'?: true
  /** In a list of rows, what the next row begins with: one more than the last (1 in the first), or the same. */
  'x-next'?: 'more' | 'same'
  /** Not earlier (or smaller) than that field. */
  'x-from'?: string
  /** Equal to that field. */
  'x-same'?: string
  /** A day, or a moment, of what has happened: no later than today. */
  'x-happened'?: true
  /** The row stays readable on the wire but has no input: set by `x-lookup.fills` or fixed by `const`. */
  'x-hidden'?: true
}

/** A number that stands for a word. */
export interface FixedChoice {
  const: number
  title: string
}

/** A scalar field, a list of ids, of choices or of texts, or a list of small rows: the narrow JSON Schema dialect of every form and call. */
export type Field = Common &
  (
    | {
        type: 'string'
        minLength?: number
        maxLength: number
        pattern?: string
        /** The pattern was written at run time: it is judged in linear time (src/derive/patterns/linearPatterns.ts). */
        'x-linear'?: true
        format?: 'date'
        /** It must be what a standard says, by its check character. */
        'x-checks'?: TextCheck
        /**
         * Passwords travel as md5; a `newPassword` is one chosen for someone else, so it is typed in clear or made up. A `secret` (a key of a
         * setting) goes to the server and never comes back: left empty it stays as it is. An `upload` is a file that travels beside the others: the field is
         * called `file`, and the call takes one (`takesFile`).
         */
        'x-is'?: MaskedKind | Exclude<TextKind, 'text'> | 'password' | 'newPassword' | 'secret' | 'upload'
        /** The endings of the file that an upload is (`.txt,.csv`), or a secret, which is then kept as base64. */
        'x-file'?: string
      }
    | { type: 'integer'; minimum?: number; maximum?: number; const?: number; 'x-is'?: 'fen' | 'datetime' | 'ref'; 'x-unit'?: string }
    | { type: 'number'; minimum?: number; maximum?: number; 'x-decimals'?: number; 'x-unit'?: string }
    | { type: 'integer'; oneOf: readonly FixedChoice[]; 'x-is'?: 'radio' }
    | {
        type: 'array'
        minItems?: number
        maxItems: number
        uniqueItems?: true
        items:
          | { type: 'integer'; minimum?: number; maximum?: number }
          | { type: 'integer'; oneOf: readonly FixedChoice[] }
          | { type: 'string'; maxLength: number }
          | RowSchema
        'x-is'?: 'files' | 'images' | 'refs' | 'rows' | 'texts'
      }
  )

export interface RowSchema {
  type: 'object'
  properties: Readonly<Record<string, Field>>
  required?: readonly string[]
  additionalProperties: false
}

/**
 * What a dialog shows while one types: the answer of a read call (src/protocol/preview.ts) to the values so far. It is asked once all of `of` are
 * filled in rightly; `also` go along where they are. Of a row's action the row's key goes along, too.
 */
export interface FormPreview {
  call: `/api/${string}`
  /** What it is called: 登记前核对. */
  shows: string
  of: readonly string[]
  also?: readonly string[]
  /** Of several records that the dialog is about, too: the call is told their keys in `ids`. */
  many?: true
}

export interface FormSchema extends RowSchema {
  title: string
  description?: string
  /** The order in which the dialog shows its fields, where it differs from the order in which their rules are checked. */
  'x-layout'?: readonly string[]
  /** On a record: these fields begin with what it has in the columns of their names, or in another: `['amount', 'unused']`. */
  'x-own'?: readonly (string | readonly [field: string, column: string])[]
  /** Offers 保存并继续; the next one starts with these fields as they were. */
  'x-keep'?: readonly string[]
  'x-preview'?: FormPreview
  /** 640 px wide, or 880. */
  'x-size'?: 'wide'
}

/** Gives the fields of a dialog that begin with what a record has, each with the column that has it. */
export const ownFields = ({ 'x-own': own = [] }: Pick<FormSchema, 'x-own'>): [field: string, column: string][] =>
  own.map((one) => (typeof one === 'string' ? [one, one] : [...one]))

type Value<F> = F extends { oneOf: readonly { const: infer C }[] }
  ? C
  : F extends { type: 'string' }
    ? string
    : F extends { type: 'integer' | 'number' }
      ? number
      : F extends { type: 'array'; items: infer I }
        ? I extends { properties: infer P }
          ? { [K in keyof P]: Value<P[K]> }[]
          : I extends { type: 'string' }
            ? string[]
            : number[]
        : never

type RequiredKeys<S extends FormSchema> = S extends { required: readonly (infer K)[] } ? K : never

/** The values that a valid body of this schema has. A field under `x-when` counts as optional. */
export type FormValue<S extends FormSchema> = {
  [K in keyof S['properties'] as K extends RequiredKeys<S>
    ? S['properties'][K] extends { 'x-when': Condition }
      ? never
      : K
    : never]: Value<S['properties'][K]>
} & {
  [K in keyof S['properties'] as K extends RequiredKeys<S> ? (S['properties'][K] extends { 'x-when': Condition } ? K : never) : K]?: Value<
    S['properties'][K]
  >
}

/** Gives the choices of a field that takes one of them, or of one that takes several; none where it takes anything else. */
export const choicesIn = (field: Field): readonly FixedChoice[] => {
  const { oneOf } = (field.type === 'array' ? field.items : field) as { oneOf?: readonly FixedChoice[] }
  return oneOf ?? []
}

/** Whether a field is a file that travels beside the values. */
export const isUpload = (field: Field | undefined): boolean => field?.type === 'string' && field['x-is'] === 'upload'

/** Declares a dialog or a call's params once, for the client's form and the server's guard. A `required` name that is no property is a type error. */
export const defineForm = <const S extends FormSchema>(schema: S & { required?: readonly Extract<keyof S['properties'], string>[] }): S =>
  schema

/** True where every field of the condition has one of the values it names. */
export const holds = (
  condition: Readonly<Record<string, Condition[string] | undefined>> | undefined,
  values: Readonly<Record<string, unknown>>,
): boolean =>
  Object.entries(condition ?? {}).every(([field, wanted]) =>
    (Array.isArray(wanted) ? wanted : [wanted]).some((value) => String(value) === String(values[field] ?? '')),
  )

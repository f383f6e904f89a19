import type { Approval } from './approval.ts'
import type { Beginning } from './related.ts'

/** Where a call lives: under /api, or one of the shell's own (spec.md section 7, style B). */
export type CallPath = `/api/${string}` | `/message/${string}`

type Values<C extends string> = Readonly<Partial<Record<NoInfer<C>, string | number | readonly (string | number)[]>>>

/** Something staff do on the page or to rows; its permission is the code `can`, which is required: nothing is open by default. */
export interface Action<C extends string = string, D extends string = string, S extends string = string> {
  label: string
  /** `rows` shows it on a row and for a selection of many. */
  on: 'page' | 'row' | 'rows'
  can: CallPath
  opens?: NoInfer<D>
  /**
   * The call that, when the dialog opens, gives further fields for the record (`{ description, properties }`, by names that the dialog has
   * not); what is filled in them is sent together, as JSON in `fills`.
   */
  asks?: CallPath
  /** What will happen, asked before it does; false: it harms nothing and can be taken back, so it is done at once. */
  confirm?: string | false
  /** The states of the resource in which it can be done. */
  from?: NoInfer<S> | readonly NoInfer<S>[]
  /** The state that it brings about: the server derives the call from it. */
  to?: NoInfer<S>
  /** Row values that the action needs: the button hides without them, the server answers 409. */
  when?: Values<C | 'retired'>
  /** A guarded UPDATE: the server derives the call from it. */
  set?: Readonly<Partial<Record<NoInfer<C>, string | number>>>
  tone?: 'danger'
  /** Whence it begins beside the page: the records that it may be about. */
  begins?: readonly Beginning[]
  /** What the toast says when it is done. */
  done?: string
  /** Its answer is a session as another role, with which this browser tab goes on. */
  enters?: true
  /** It does nothing but lead to a screen: a path whose `{column}`s are the row's. */
  leads?: string
  /**
   * It prints its rows: the name of a print of the resource (`prints`) or of the domain (`definePrint`), whose call `can` is. Of one row the paper opens, a selection becomes one file in
   * 下载记录; it asks nothing, and 打印记录 stands in the record's detail.
   */
  prints?: string
  /** It is not done until others have agreed: what was asked is submitted instead, and the last 通过 does it (审批列表). */
  approves?: Approval
  /** Its call is told how the caller has seen the rows, as one that changes their state is. */
  sees?: true
  /** It opens again the dialog of what the row submitted, as it was filled in: its call says which (审批列表). */
  resumes?: true
  /** Its call answers a file that the browser keeps: a text (`{ name, text }`), or bytes (`{ name, base64 }`). What it changes beside that is the domain's. */
  saves?: true
  /** On a row that is looked at, this key begins it: one letter. */
  shortcut?: string
  /** The user menu offers it on every screen, at this place among such. */
  everywhere?: number
}

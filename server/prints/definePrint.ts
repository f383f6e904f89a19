import type { CallPath } from '../../src/core/action.ts'
import type { Database, Tx } from '../store/connection/database.ts'
import type { Scope } from '../store/reading/filters.ts'
import type { KeyHolder } from '../store/sealing/secretKey.ts'

/** What a paper says, told once and kept: plain JSON that the template reads, and pictures by the names that it has for them. */
export interface PrintContent {
  values: Readonly<Record<string, unknown>>
  pictures?: Readonly<Record<string, number>>
  /**
   * Personal numbers in full, by the template's names (`data.numbers`): kept sealed until the paper is drawn, and then no more. What else is told keeps
   * them masked.
   */
  numbers?: Readonly<Record<string, string>>
  /** What it says of rows beside its record: whoever opens it must be allowed to read those. */
  reads?: PaperReads
  /** The number of its record, where that has one of its own without gaps: the paper then has no other. */
  number?: string
}

/** Codes, and projects (null is all), without which a paper is not opened. */
export interface PaperReads {
  codes: readonly string[]
  projects: Scope
}

/** Who prints, and the projects that he may see. */
export interface Reader {
  userId: number
  scope: Scope
}

/** What the domain reads with, and for whom. */
export interface PrintSource {
  tx: Tx
  reader: Reader
}

/** A list of which a paper says rows, and the code that permits reading it. */
export interface ReadList {
  code: string
  label: string
}

/** Where papers are drawn from and kept, and by whose key what is sealed is opened. */
export interface PrintGround extends KeyHolder {
  db: Database
}

/** A paper that is drawn, before it is kept. */
interface Finishing {
  pdf: Uint8Array
  number: string
  content: PrintContent
}

/** A paper that can be printed of the records of a resource (docs/decisions/020). */
export interface PrintSpec {
  /** The word by which actions (`prints`) and jobs name it. */
  name: string
  /** What it is called: 收据. */
  label: string
  /** What its numbers begin with; they have no gaps. No other print's. Not of one that makes others' (`makes`), or whose records have numbers. */
  letters: string
  /** The resource whose records it is of. */
  of: string
  /** Tells what it said from what it says since its text was changed: a record gets a paper of its own for each. '' where that is told by the code. */
  edition?: string
  /** Only of a paper that says rows of other lists: which ones. Whoever prints it must be allowed to read them. */
  reads?(): readonly ReadList[]
  /** Its call, and so the code that permits it; the action that prints names it too. */
  can: CallPath
  /** Typst, after server/prints/prelude.typ: `data` has the content's values with `number`, `made_on` and `made_by`, `picture(name)` draws one. */
  template: string
  /**
   * A deed settles what it says (`settlePapers`), once for ever: printing only hands out what is there, whatever has become of the record since. What is said of
   * a record that has none; where `data` is there too, that tells it then.
   */
  settled?: string
  /** What is done to a paper that is drawn before it is kept, such as signing it; outside the thread that answers calls where it takes a processor. */
  finish?(ground: PrintGround, paper: Finishing): Promise<Uint8Array>
  /**
   * What is printed are papers of other records, which stand for these: made, where there are none, in the transaction that numbers them. By which print, and their
   * keys, in order; a paper of this print is an old one.
   */
  makes?: {
    print: string
    recordsOf(source: PrintSource, keys: readonly number[]): Promise<readonly number[]>
    /** One may stand for several: all that are printed together are told at once. */
    joins?: true
  }
  /** Handed out again, its file says how many times it has been. The kept file stays as it is. */
  marksCopies?: true
  /** Not of one that a deed settles. Gives what the papers of these records say, by key, all by one query; amounts in words as people read them. */
  data?(source: PrintSource, keys: readonly number[]): Promise<ReadonlyMap<number, PrintContent>>
}

/**
 * Declares a paper: `server/domain/<subject>/prints.ts` exports a list of them. From it come the call at `can` (one record: its file; `ids`: a
 * job whose file is in 下载记录), the code in the role editor, /docs, the kept file with its number and SHA-256, and 打印记录 in the record's
 * detail. An action of the resource offers it by `prints`.
 */
export const definePrint = (spec: PrintSpec): PrintSpec => Object.freeze(spec)

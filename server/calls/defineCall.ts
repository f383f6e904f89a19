import type { FormSchema, FormValue } from '../../src/core/form.ts'
import { form } from '../../src/derive/callParams.ts'
import type { Adds } from '../caller/knownCalls.ts'
import type { Link, LinkPurpose } from '../caller/links/link.ts'
import type { Session } from '../caller/session.ts'
import type { Config } from '../config.ts'
import type { Upload } from '../files/upload.ts'
import type { Database, Queryable, Tx } from '../store/connection/database.ts'
import type { Weight } from './weights.ts'

/** What a caller's browser keeps, of which no script knows: tokens by what one has logged in as with it. */
export interface Browser {
  tokens: readonly string[]
  tokenFor(login: string): string | null
  /** Has the browser keep a token, for so many days. */
  keep(login: string, token: string, days: number): void
}

/** What a handler may reach. `tx` is the call's one transaction (for a read, the pool itself). */
export interface Context<S extends Session | null = Session, R = unknown> {
  tx: Tx
  /** The pool: only for what must outlive a refusal, such as counting failed logins. */
  db: Database
  session: S
  config: Config
  /** The caller's address. */
  address: string
  browser: Browser
  /** Where rights are asked while `tx` is a replica's: one that is taken away is gone at once. */
  rights?: Queryable
  /** Seconds since the epoch. */
  now: number
  file: Upload | null
  /** What the call's `prepare` gave. */
  prepared: R
  /** It is done because others have agreed (server/calls/runApproved.ts). */
  isApproved?: true
  /** By which link it comes, where it is permitted so; there is no session then. */
  link: Link | null
}

/** What work before the transaction may look at: what was sent, and the pool for short questions. */
type Arrived = Pick<Context, 'db' | 'file' | 'link' | 'config'> & { params: Readonly<Record<string, unknown>> }

/** What an answer is made with when its transaction is over. */
export type Presenting = Pick<Context, 'db' | 'config'>

/** A code that permits a call: that of a call, or `key:` and the key of a screen, where whoever may open the screen may make it. */
type Code = `/api/${string}` | `key:${string}`

/**
 * Who may make a call: holders of its own code, holders of another code or of one of several, anyone logged in, anyone, who has a link (`code`), or a
 * visitor: anyone at all with a phone, who has no session and whose clock may be wrong, so that nothing is signed.
 */
export type Permit = 'self' | Code | readonly Code[] | 'session' | 'public' | 'link' | 'visitor'

/** A call of a page that is made for phones: there is no session behind it, and no signature. */
export const isFromPhone = (can: Permit): can is 'link' | 'visitor' => can === 'link' || can === 'visitor'

/** What anybody may call who is no member of staff. */
export const isForAnyone = (can: Permit): can is 'public' | 'link' | 'visitor' => can === 'public' || isFromPhone(can)

export interface CallSpec<P extends FormSchema = FormSchema, C extends Permit = Permit, R = unknown, A = unknown> {
  path: `/${string}`
  label: string
  /** The screen or subject that it belongs to: a branch of the role editor's tree and of /docs. */
  group: string
  /** Required: nothing is open by default. */
  can: C
  params: P
  /** Of a call that a link permits (`can: 'link'`): links of which purpose, whether it is the one that opens them, and whether it may be made when the link's deed is done. */
  link?: { purpose: LinkPurpose; opens?: true; after?: true }
  /** Writes run in a transaction and are answered once (design.md, Protocol); one that writes `itself` runs its own, and its answer is not kept. */
  writes?: true | 'itself'
  /** Ends the session, which one that only looks may do too. */
  leaves?: true
  /** Of a read that can take long, or does with these params: it has its own part of the pool, and less time (server/calls/weights.ts). */
  weight?: Weight | ((params: Readonly<Record<string, unknown>>) => Weight | undefined)
  /** A read of much that decides nothing: by a replica where there is one that has what the session wrote last. It only reads by `tx`. Not of what tells one at once that something has come. */
  replica?: true
  takesFile?: true
  /** Asked before the params are looked at: throws where this caller has to wait. */
  admit?: (caller: Pick<Context<Session | null>, 'db' | 'session' | 'address' | 'browser'>) => Promise<void>
  /**
   * Work that takes a processor and no connection, such as decoding or hashing a password: done once the caller, the right and the rules are known, before the
   * transaction begins. What it gives is `prepared` in the handler's context.
   */
  prepare?: (arrived: Arrived) => Promise<R>
  /**
   * The same for the answer: made of what the handler gave when its connection is given back (of a write: when it is committed, and again where
   * the same one is sent again), such as a PDF.
   */
  present?: (given: A, ground: Presenting) => Promise<unknown>
  /** Names that params had before, and those that they have now. */
  former?: Readonly<Record<string, string>>
  adds?: Adds
}

// biome-ignore lint/suspicious/noExplicitAny: as with Call.handle
export interface Call extends CallSpec<FormSchema, Permit, any, any> {
  /** What it does once it is approved, where it is not done before (server/calls/approvedCall.ts). */
  // biome-ignore lint/suspicious/noExplicitAny: as with Call.handle
  does?: (context: Context<any, any>, params: any) => Promise<unknown>
  // biome-ignore lint/suspicious/noExplicitAny: the registry holds calls of every params type
  handle: (context: Context<any, any>, params: any) => Promise<unknown>
}

/**
 * Declares a call: its path, who may make it, its params, and what it does. Routes, permission codes (a call's code is its path), the
 * docs at /docs and the fuzz and contract tests all read what this gives; `handle` gets params that have passed their rules.
 */
export const defineCall = <const P extends FormSchema, const C extends Permit, R = undefined, A = unknown>(
  spec: CallSpec<P, C, R, A>,
  handle: (context: Context<C extends 'public' | 'link' | 'visitor' ? Session | null : Session, R>, params: FormValue<P>) => Promise<A>,
): Call => ({ ...spec, handle })

/** The params of a call that takes none. */
export const noParams = (title: string): FormSchema => form(title, {})

import { expect } from 'vitest'
import type { Cut } from '../../server/domain/bill/index.ts'
import type { ReferenceBook } from './referenceBook.ts'
import type { Answer } from './testServer.ts'

/** Where an office works: what it asks, and what is there. */
export interface Premises {
  /** Sends a call of staff; `nth` is how many this office has sent. */
  ask: (path: string, params: Record<string, unknown>, nth: number) => Promise<Answer>
  rows: <T>(text: string) => Promise<T[]>
  /** Cuts shares to nothing, as a settlement does. */
  cut: (cuts: Cut[]) => Promise<void>
  /** Enters money of which nobody knows whose it is, as a statement's line without a name does. */
  enter: (price: number, deal_time: number) => Promise<number>
  /** Closes the month so many back, with those before it; false where it was closed. */
  close: (back: number) => Promise<boolean>
  /** Opens the last closed month again, where there is one. */
  reopen: () => Promise<void>
  org_id: number
  custom_id: number
  company_id: number
  own_account_id: number
  pledge: number
  /** Items by what they earn, and meter items by whose their money is. */
  costs: Record<number, number>
  meters: Record<number, number>
}

/** What an office has before it, and how it asks. */
export class OfficeDesk {
  protected readonly bills: number[] = []
  protected readonly flows: number[] = []
  /** Those of them of which nobody knew whose they were. */
  protected readonly found: number[] = []
  protected readonly matches: number[] = []
  protected readonly transfers: number[] = []
  protected readonly outs: number[] = []
  protected readonly tag = crypto.randomUUID()
  protected readonly at: Premises
  protected readonly book: ReferenceBook
  /** How many calls it has made. */
  asked = 0

  constructor(at: Premises, book: ReferenceBook) {
    this.at = at
    this.book = book
  }

  protected ask(path: string, params: Record<string, unknown>): Promise<Answer> {
    this.asked += 1
    return this.at.ask(path, { ...params, request_id: `${this.tag}-${this.asked}` }, this.asked)
  }

  /** Asks one node, or both at the same moment: one of them does it. Gives what it answered; undefined where it is refused. */
  protected async once(path: string, params: Record<string, unknown>, isTwice: boolean) {
    const answers = await Promise.all(isTwice ? [this.ask(path, params), this.ask(path, params)] : [this.ask(path, params)])
    for (const { code } of answers) expect([200, 400, 404, 409]).toContain(code)
    const made = answers.filter(({ code }) => code === 200)
    expect(made.length).toBeLessThan(2)
    return made[0]
  }

  protected picked(all: readonly number[], picks: readonly number[]): number[] {
    return [...new Set(picks.flatMap((pick) => all[pick % all.length] ?? []))].sort((a, b) => a - b)
  }
}

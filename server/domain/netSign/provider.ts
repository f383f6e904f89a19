/** How a trial went, in words for staff. */
interface Outcome {
  ok: boolean
  msg: string
}

/** Who signs opposite the operator, as a service knows them: a person by name and telephone, a company by name and credit code. */
export type Party = { is: 'person'; name: string; phone: string } | { is: 'company'; name: string; code: string; phone: string }

/** Where the two marks stand in a file that a service is to have signed: words that are nowhere else in it. */
export const ANCHORS = { seal: '【甲方盖章处】', sign: '【乙方签署处】' } as const

/** What a service is asked to have signed. */
export interface ServiceTask {
  /** By it the same task is made once, however often it is asked for. */
  key: string
  subject: string
  pdf: Uint8Array
  party: Party
  /** The operator’s name. */
  operator: string
  /** Until when, in seconds. */
  until: number
  /** Where the service tells of it; null where this system has no address that others reach. */
  callback: string | null
}

/** How far a task has come at its service; times in seconds. */
export interface Progress {
  opened_at?: number
  /** The other party has signed. */
  signed_at?: number
  /** The operator has. */
  sealed_at?: number
}

/** How a task stands at its service. `reason`: in words for staff. */
export type Standing = { is: 'open' | 'finished'; progress: Progress } | { is: 'ended'; reason: string }

/** What a service tells of a task by itself. What ends a task is never taken from there: the service is asked. */
export interface ServiceEvent {
  key: string
  outside_id: string
  progress: Progress
}

/** What came to the call that services tell by. */
export interface Told {
  headers: Readonly<Record<string, unknown>>
  params: Readonly<Record<string, unknown>>
}

/** A service did not do what it was asked; the words are for staff, and hold nothing that it wrote. */
export class ServiceFault extends Error {
  override name = 'ServiceFault'
  /** It may do so later, it never will, or nobody gets anything there now. */
  readonly verdict: 'later' | 'never' | 'closed'

  constructor(message: string, verdict: ServiceFault['verdict']) {
    super(message)
    this.verdict = verdict
  }
}

/** A service outside by which others sign. All but `hear` throw ServiceFault where it does not do what it is asked. */
export interface SigningService {
  /** Has a task made, or finds the one that was made with the same key, and gives its number and where the other party signs. */
  create(task: ServiceTask): Promise<{ id: string; url: string }>
  /** Gives the number of the task that was made with this key, whose subject has this in it; null where none was. */
  find(asked: Pick<ServiceTask, 'key' | 'subject'>): Promise<string | null>
  /** Ends a task that is under way. */
  cancel(id: string, why: string): Promise<void>
  standing(id: string): Promise<Standing>
  /** Gives the file that both have signed. */
  file(id: string): Promise<Buffer>
  /** Gives what it tells; null where that is about no task of ours. Throws 401 where it is not the service that tells it, or not now. `now` in ms. */
  hear(told: Told, now: number): ServiceEvent | null
}

/** Who signs contracts (网签设置). Business asks for no more than this: with a service it is signed there, without one on our own page. */
export interface SigningProvider {
  /** Its number in the setting, which a task keeps. */
  code: 1 | 2
  label: string
  service: SigningService | null
  /** Tries whether it works as it is set. Does not throw for what the provider answers. */
  test(): Promise<Outcome>
}

/** The life of a record as it was drawn by hand, not read from the declaration: ways from state to state, by their names. */
interface Graph {
  /** What domain.md draws (From application to keys; holdover; Property). */
  drawn: readonly string[]
  /** What is declared beside, each with the reason in a line. */
  beyond: Readonly<Record<string, string>>
  /** What domain.md draws and is not declared, each with the reason in a line. */
  lacking?: Readonly<Record<string, string>>
}

/** The lives that domain.md tells, by the resource. */
export const GRAPHS: Readonly<Record<string, Graph>> = {
  // 准入资格: 待审核 → 通过 | 驳回(reason) ; 通过 → in the queue.
  qualification: {
    drawn: ['submitted > passed', 'submitted > rejected', 'passed > queued'],
    beyond: {
      'submitted > toReview': 'approvals: the business changes state only by its last step',
      'toReview > passed': 'approvals: its last step was agreed to',
      'toReview > submitted': 'approvals: refused or withdrawn, it is as before',
      'submitted > returned': 'materials: what is missing is asked for',
      'passed > returned': 'materials: a mistake is found before it is queued',
      'returned > submitted': 'materials: what was missing is there',
      'returned > rejected': 'what was asked for never came',
      'submitted > withdrawn': 'the applicant takes it back before anybody has judged it',
      'returned > withdrawn': 'the applicant takes it back before anybody has judged it',
    },
  },
  // 轮候: 排队 → 已叫号 → 已选房 → 已签约 ; 已叫号 → 排队 by lapse or decline (a third decline → 作废) ; any → 作废(reason).
  waiting: {
    drawn: [
      'queued > called',
      'called > chosen',
      'chosen > signed',
      'called > queued',
      'queued > void',
      'called > void',
      'chosen > void',
      'signed > void',
    ],
    beyond: {
      'chosen > queued': 'who has chosen may still decline before a contract is signed: it counts as any decline',
      'signed > chosen': 'the contract that was signed is void: the room is theirs still, and is signed for anew',
    },
    lacking: { 'signed > void': 'who has signed is out of the queue: his contract is voided or given up' },
  },
  // 合同: 草稿 → 审批中 → 待签署 → 履行中 → 已到期 | 退租中 → 已退租 | 已作废; 超期占用 is a state (holdover).
  contract: {
    drawn: [
      'draft > inApproval',
      'inApproval > toSign',
      'draft > toSign',
      'toSign > inForce',
      'inForce > expired',
      'inForce > surrendering',
      'surrendering > surrendered',
      'inForce > void',
      'inForce > overstayed',
    ],
    beyond: {
      'inApproval > draft': 'approvals: refused or withdrawn, it is a draft again',
      'draft > void': 'what never came about is voided, and its number is not used again',
      'inApproval > void': 'what never came about is voided, and its number is not used again',
      'toSign > void': 'whoever does not sign gives the room free',
      'surrendering > inForce': 'notice is taken back before the handover',
      'surrendering > overstayed': 'notice is taken back by someone whose term was over before',
      'overstayed > surrendering': 'holdover ends with the room given back',
      'overstayed > expired': 'holdover ends with a renewal',
    },
  },
  // 退租: handover checklist and readings → settlement → approval → done.
  surrender: {
    drawn: ['inHandover > toSettle', 'toSettle > inApproval', 'inApproval > done'],
    beyond: {
      'toSettle > done': 'approvals: the operator has set no steps for it',
      'inApproval > toSettle': 'approvals: refused or withdrawn, it is settled anew',
      'inHandover > cancelled': 'the tenant stays after all',
    },
  },
  // Property: of a room’s states 维修 and 停用 are what staff say; all others are derived. 拆套合租: a flat is let whole or by its rooms.
  org: {
    drawn: ['usable > inRepair', 'inRepair > usable', 'usable > disabled', 'disabled > usable', 'usable > divided', 'divided > usable'],
    beyond: { 'inRepair > disabled': 'it turns out not to be worth repairing' },
  },
  // 超期占用: contract rent for the moving period, then the ladder; it ends with the room given back or rented again.
  holdover: {
    drawn: ['moving > staying', 'moving > left', 'staying > left', 'moving > renewed', 'staying > renewed'],
    beyond: {
      'moving > noticed': 'who says that he will not move is told at once',
      'staying > noticed': 'a notice comes before a suit',
      'noticed > sued': 'a suit comes after a notice',
      'noticed > left': 'it ends with the room given back, whatever was done before',
      'sued > left': 'it ends with the room given back, whatever was done before',
      'noticed > renewed': 'it ends with a renewal, whatever was done before',
      'sued > renewed': 'it ends with a renewal, whatever was done before',
    },
  },
  // 整租: a contract of a company, many rooms; each room is given back by itself.
  lease: {
    drawn: ['draft > inApproval', 'inApproval > toSign', 'draft > toSign', 'toSign > inForce', 'inForce > ended'],
    beyond: {
      'inApproval > draft': 'approvals: refused or withdrawn, it is a draft again',
      'draft > void': 'what never came about is voided',
      'inApproval > void': 'what never came about is voided',
      'toSign > void': 'a company that does not sign gives the rooms free',
      'inForce > void': 'one that was signed by mistake is voided with the last of its rooms',
    },
  },
  // 报修: domain.md names a room under repair alone; the order is that of every such desk: reported, handled, asked after.
  repair: {
    drawn: ['reported > underWay', 'underWay > toReview', 'toReview > done'],
    beyond: {
      'toReview > underWay': 'whoever reported it says that it is not mended',
      'reported > cancelled': 'there was nothing to mend, or it was withdrawn',
      'underWay > cancelled': 'there was nothing to mend',
    },
  },
}

/** Gives the ways that a record of a resource may take: `from > to`, by the names of states. */
export const graphOf = (name: string): Set<string> => {
  const graph = GRAPHS[name]
  if (!graph) throw new Error(`${name} has not been drawn`)
  const { drawn, beyond, lacking = {} } = graph
  return new Set([...drawn.filter((turn) => !(turn in lacking)), ...Object.keys(beyond)])
}

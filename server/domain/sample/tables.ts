/**
 * The tables of the operator's business, in an order in which none names a later one. Named one by one, so that a table added later is
 * never filled or emptied unasked: clearing then fails until it is named here or kept on purpose.
 */
export const BUSINESS_TABLES = [
  'structure',
  'post_holder',
  'project',
  'community',
  'unit',
  'org',
  'company',
  'lessee',
  'signature',
  'contract',
  'flow',
  'bill',
  'bill_share',
  'allocation',
  'withhold',
  'withhold_line',
  'meter',
  'surrender',
  'occupancy',
  'audit',
  'audit_person',
  'audit_event',
  'outbox',
  'qualification',
  'member',
  'waiting',
  'waiting_event',
  'reserve',
  'clue',
  'entrust',
  'inspect',
  'repair',
  'violation',
  'message',
] as const

/** Those whose rows are never rewritten or guard their sums by triggers; the owner lifts that for one transaction, which nobody else sees. */
export const GUARDED_TABLES = ['flow', 'bill', 'bill_share', 'allocation', 'audit_event'] as const

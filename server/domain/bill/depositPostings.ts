import { definePosting } from '../../store/postings/posting.ts'
import { accountPosted, chart, event } from '../journal/index.ts'

/** What a contract's deposit `e` is about. */
const held = {
  custom_id: 'e.custom_id',
  company_id: 'e.company_id',
  contract_id: 'e.contract_id',
  bill_id: 'e.bill_id',
  flow_id: 'e.flow_id',
}

const ofEntry = { of: 'deposit_entry', row: 'e', source: 'e.entry_id', day: 'e.day', p_id: 'e.p_id', by: 'e.created_by' } as const

/** What the book of deposits posts. */
export const depositPostings = [
  definePosting({
    ...event(9),
    ...ofEntry,
    // Whoever it was held for before, which may have been another person, is in what went out just before.
    join: `left join lateral (select o.custom_id, o.company_id from deposit_entry o where o.contract_id = e.other_id and o.other_id = e.contract_id and o.kind = 3
  and o.entry_id < e.entry_id order by o.entry_id desc limit 1) o on true`,
    where: 'e.kind = 2 and e.other_id is not null',
    lines: [
      {
        side: 'debit',
        accounts: [{ account: chart.deposits.id, says: '转出的合同、从前的主租人' }],
        price: 'e.price',
        about: { ...held, custom_id: 'o.custom_id', company_id: 'o.company_id', contract_id: 'e.other_id' },
      },
      { side: 'credit', accounts: [{ account: chart.deposits.id, says: '转入的合同、现在的主租人' }], price: 'e.price', about: held },
    ],
  }),
  definePosting({
    ...event(10),
    ...ofEntry,
    join: 'left join flow f on f.flow_id = e.flow_id',
    where: 'e.kind = 5',
    lines: [
      { side: 'debit', accounts: [{ account: chart.deposits.id }], price: '-e.price', about: held },
      {
        side: 'credit',
        accounts: [{ account: chart.refundable.id, when: `f.flow_id is null or f."from" = 3`, says: '押金' }],
        price: '-e.price',
        about: held,
      },
      // What was held as compensation went out as an expense: the one takes the other's place.
      {
        side: 'debit',
        accounts: [{ account: accountPosted(5, 'e.flow_id', 1), when: `f."from" <> 3`, says: '补偿：付款时的费用科目（红字）' }],
        price: 'e.price',
        about: held,
      },
    ],
  }),
  definePosting({
    ...event(11),
    ...ofEntry,
    where: 'e.kind = 6 or (e.kind = 2 and e.other_id is null)',
    lines: [
      { side: 'debit', accounts: [{ account: chart.opening.id, says: '原系统已收的押金、租金' }], price: 'e.price', about: held },
      { side: 'credit', accounts: [{ account: chart.deposits.id }], price: 'e.price', about: held },
    ],
  }),
  definePosting({
    ...event(12),
    ...ofEntry,
    where: 'e.kind = 7',
    lines: [
      { side: 'debit', accounts: [{ account: chart.compensation.id }], price: 'e.price', about: held },
      { side: 'credit', accounts: [{ account: chart.deposits.id }], price: 'e.price', about: held },
    ],
  }),
]

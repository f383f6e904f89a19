import { definePosting, type PostingLine } from '../../store/postings/posting.ts'
import { chart, event, isService } from '../journal/index.ts'

/** A share `s` of a bill `b` of which something is recognised. */
const about = {
  custom_id: 'case when s.party = 1 then b.custom_id end',
  company_id: 'case when s.party > 1 then s.company_id end',
  contract_id: 'b.contract_id',
  bill_id: 'b.bill_id',
  share_id: 's.share_id',
}

const ofMonth = {
  of: 'recognition',
  row: 'r',
  join: `join bill_share s on s.share_id = r.share_id join bill b on b.bill_id = s.bill_id`,
  source: 'r.recognition_id',
  day: `(to_date(r.month, 'YYYY-MM') + interval '1 month')::date - 1`,
  p_id: 'r.p_id',
  by: 'null::integer',
} as const

const revenue: readonly PostingLine[] = [
  {
    side: 'debit',
    accounts: [
      { account: chart.services.id, when: isService, says: '按期确认的服务费' },
      { account: chart.rentBilled.id, says: '租金、占用费' },
    ],
    price: 'r.price',
    about,
  },
  {
    side: 'credit',
    accounts: [
      { account: chart.otherIncome.id, when: isService, says: '服务费，属于这个月的部分，不含税' },
      { account: chart.stayRevenue.id, when: 'b.income = 3', says: '占用费与补缴' },
      { account: chart.rentTaxed.id, when: 'b.tax_kind = 1', says: '应税的租金，属于这个月的部分，不含税' },
      { account: chart.rentRevenue.id, says: '租金，属于这个月的部分' },
    ],
    price: 'r.price',
    about,
  },
]

const reductions: readonly PostingLine[] = [
  { side: 'debit', accounts: [{ account: chart.rentReductions.id, says: '减免，属于这个月的部分' }], price: 'r.price', about },
  { side: 'credit', accounts: [{ account: chart.reductions.id }], price: 'r.price', about },
]

/** What is allowed for at a month's end (`l`; below nought: less). */
const allowed: readonly PostingLine[] = [
  { side: 'debit', accounts: [{ account: chart.creditLosses.id, says: '应有准备减余额' }], price: 'l.price', about: {} },
  { side: 'credit', accounts: [{ account: chart.allowance.id }], price: 'l.price', about: {} },
]

/** What of an account is carried to the year's profit (`y`): against the side on which it stands; red where December is opened again. */
const carried: readonly PostingLine[] = [
  {
    side: 'debit',
    accounts: [{ account: 'y.ledger_account_id', when: 'y.side = 1', says: '贷方有余额的损益科目' }],
    price: 'y.price',
    about: {},
  },
  { side: 'credit', accounts: [{ account: chart.yearProfit.id, when: 'y.side = 1' }], price: 'y.price', about: {} },
  { side: 'debit', accounts: [{ account: chart.yearProfit.id, when: 'y.side = 2' }], price: 'y.price', about: {} },
  {
    side: 'credit',
    accounts: [{ account: 'y.ledger_account_id', when: 'y.side = 2', says: '借方有余额的损益科目' }],
    price: 'y.price',
    about: {},
  },
]

export default [
  definePosting({ ...event(15), ...ofMonth, where: 'r.kind = 1', lines: revenue }),
  definePosting({ ...event(16), ...ofMonth, where: 'r.kind = 2', lines: reductions }),
  definePosting({
    ...event(37),
    of: 'allowance',
    row: 'l',
    source: 'l.allowance_id',
    day: `(to_date(l.month, 'YYYY-MM') + interval '1 month')::date - 1`,
    p_id: 'l.p_id',
    by: 'null::integer',
    lines: allowed,
  }),
  definePosting({
    ...event(38),
    of: 'year_close',
    row: 'y',
    source: 'y.year_close_id',
    day: `(y.year || '-12-31')::date`,
    p_id: 'y.p_id',
    by: 'null::integer',
    lines: carried,
  }),
]

import { definePosting, type PostingLine } from '../../store/postings/posting.ts'
import { chart, event } from '../journal/index.ts'

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
  join: `join bill_share s on s.share_id = r.share_id join bill b on b.bill_id = s.bill_id left join cost c on b."from" = 2 and c.id = b.from_id`,
  source: 'r.recognition_id',
  day: `(to_date(r.month, 'YYYY-MM') + interval '1 month')::date - 1`,
  p_id: 'r.p_id',
  by: 'null::integer',
} as const

const revenue: readonly PostingLine[] = [
  { side: 'debit', accounts: [{ account: chart.rentBilled.id }], price: 'r.price', about },
  {
    side: 'credit',
    accounts: [
      { account: chart.stayRevenue.id, when: 'c.income = 3', says: '占用费与补缴' },
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

export default [
  definePosting({ ...event(15), ...ofMonth, where: 'r.kind = 1', lines: revenue }),
  definePosting({ ...event(16), ...ofMonth, where: 'r.kind = 2', lines: reductions }),
]

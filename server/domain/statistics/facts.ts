import { defineFacts } from '../../store/facts/facts.ts'

/** From when to when each room was let or stood empty. */
export default defineFacts({
  name: 'occupancy_facts',
  label: '出租与空置的区间',
  of: 'occupancy',
  per: 'org_id',
  madeOf: {
    org: { whose: 'org_id', when: ['p_id', 'kind_id', 'nature', 'standard_rent', 'status', 'created_at'] },
    contract: { whose: 'org_id', when: ['status', 'kind', 'start_date', 'end_date', 'left_on', 'custom_id', 'company_id'] },
    surrender: { whose: 'contract_id.org_id', when: ['status', 'planned_date'] },
  },
})
